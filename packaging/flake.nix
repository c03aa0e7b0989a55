{
  description = "Five unusual solitaire games for the terminal";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { nixpkgs, ... }:
    let
      inherit (nixpkgs) lib;
      manifest = (lib.importTOML ../Cargo.toml).package;
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
    in
    {
      packages = lib.genAttrs systems (system: {
        default = nixpkgs.legacyPackages.${system}.rustPlatform.buildRustPackage {
          pname = manifest.name;
          inherit (manifest) version;
          src = ../.;
          cargoLock.lockFile = ../Cargo.lock;
          # Everything except the program itself, which cargo installs.
          postInstall = ''
            make install-data PREFIX=$out
          '';
          meta = {
            inherit (manifest) description;
            license = with lib.licenses; [
              mit
              asl20
            ];
            mainProgram = manifest.name;
          };
        };
      });
    };
}
