# Five unusual solitaire games for the terminal.
class Larboard < Formula
  desc "Five unusual solitaire games for the terminal"
  homepage "@REPOSITORY@"
  url "@REPOSITORY@/releases/download/v@VERSION@/larboard-@VERSION@.tar.gz"
  sha256 "@SHA256:larboard-@VERSION@.tar.gz@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/larboard --version")
    assert_match "Moosehide, deal 1", shell_output("#{bin}/larboard deal moosehide --seed 1")
  end
end
