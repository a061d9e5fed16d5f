#!/usr/bin/env bash
# Makes the APKs of this folder, and records what the Android tools and εxodus say about them. README.md lists the tools.
set -euo pipefail
cd "$(dirname "$0")"
: "${DX_JAR:?path of dalvik-dx.jar}" "${FRAMEWORK:?path of framework-res.apk}" "${EXODUS_PYTHON:?Python that has exodus-core}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compile NAME: the classes of sources/NAME without those that only its compiler needs
compile() {
  mkdir -p "$work/$1" "$work/absent"
  javac -encoding UTF-8 -g -source 8 -target 8 -Xlint:none -d "$work/absent" $(find sources/absent -name '*.java')
  javac -encoding UTF-8 -g -source 8 -target 8 -Xlint:none -cp "$work/absent" -d "$work/$1" $(find "sources/$1" -name '*.java')
  java -cp "$DX_JAR" com.android.dx.command.Main --dex --min-sdk-version=26 --output="$work/$1.dex" "$work/$1"
}
# pack NAME: an APK with the manifest sources/NAME.xml, at $work/NAME.apk
pack() { aapt package -f -M "sources/$1/AndroidManifest.xml" -S sources/res -I "$FRAMEWORK" -F "$work/$1.apk"; }
# add NAME FILE PATH [zip options]: adds a file under this path
add() {
  mkdir -p "$work/tree/$(dirname "$3")"
  cp "$2" "$work/tree/$3"
  (cd "$work/tree" && zip -q -X "${@:4}" "$work/$1.apk" "$3")
}
key() {
  keytool -genkeypair -keystore "$work/keys" -storepass secret1 -keypass secret1 -storetype PKCS12 -alias "$1" \
    -dname "$2" -keyalg "$3" -validity 10000 2>/dev/null
}
sign() { apksigner sign --v4-signing-enabled false --ks "$work/keys" --ks-pass pass:secret1 --ks-key-alias "$@"; }

for each in one many many2 inner deep; do compile $each; done
key first "CN=First Signer, OU=Tests, O=Triptych, C=DE" RSA
key second "CN=Second Signer" EC
key other "CN=Another Signer" EC
head -c 3000 /dev/zero > "$work/zero"

pack one
add one "$work/one.dex" classes.dex
add one "$work/zero" lib/arm64-v8a/libsentry-android.so
add one "$work/zero" lib/x86/libsentry-android.so
add one "$work/zero" lib/x86/libown.so
add one "$work/zero" assets/data.bin -0
add one "$work/zero" firebase-crashlytics.properties
zipalign -f 4 "$work/one.apk" "$work/aligned.apk"
sign first --v1-signing-enabled true --v2-signing-enabled true --v3-signing-enabled true --min-sdk-version 21 --out one.apk "$work/aligned.apk"
sign other --v1-signing-enabled true --v2-signing-enabled true --v3-signing-enabled true --min-sdk-version 21 --out resigned.apk one.apk

pack many
add many "$work/many.dex" classes.dex
add many "$work/many2.dex" classes2.dex
zipalign -f 4 "$work/many.apk" "$work/aligned.apk"
sign first --next-signer --ks "$work/keys" --ks-pass pass:secret1 --ks-key-alias second --v1-signing-enabled true \
  --v2-signing-enabled true --v3-signing-enabled false --min-sdk-version 21 --out many.apk "$work/aligned.apk"

pack inner
cp "$work/inner.apk" "$work/deep.apk"
add deep "$work/deep.dex" classes.dex
add inner "$work/inner.dex" classes.dex
add inner "$work/deep.apk" assets/deep.apk.png -0
pack many && cp "$work/many.apk" "$work/nested.apk"
add nested "$work/many.dex" classes.dex
add nested "$work/inner.apk" assets/plugins/inner.apk
cp "$work/nested.apk" nested.apk

aapt package -f -M sources/split/AndroidManifest.xml -I "$FRAMEWORK" -F "$work/split.apk"
add split "$work/zero" lib/arm64-v8a/libown.so
(cd "$work" && mkdir splits && cp one.apk splits/base-master.apk && cp split.apk splits/base-arm64_v8a.apk && zip -q -X -0 set.apks splits/*.apk)
cp "$work/set.apks" set.apks
(cd "$work" && cp one.apk com.example.reader.apk && cp split.apk config.arm64_v8a.apk && echo '{"package_name":"com.example.reader"}' > manifest.json &&
  zip -q -X set.xapk com.example.reader.apk config.arm64_v8a.apk manifest.json)
cp "$work/set.xapk" set.xapk

aapt2 compile -o "$work/res.zip" --dir sources/res
aapt2 link --proto-format -o "$work/proto.apk" -I "$FRAMEWORK" --manifest sources/one/AndroidManifest.xml "$work/res.zip"
(cd "$work" && mkdir -p bundle/base/manifest bundle/base/dex bundle/base/lib/x86 && cd bundle && unzip -q ../proto.apk &&
  mv AndroidManifest.xml base/manifest/ && mv resources.pb base/ && cp ../one.dex base/dex/classes.dex && cp ../zero base/lib/x86/libown.so &&
  zip -q -X -r ../bundle.aab base)
jarsigner -keystore "$work/keys" -storepass secret1 "$work/bundle.aab" first >/dev/null
cp "$work/bundle.aab" bundle.aab

aapt package -f -M sources/labeled/AndroidManifest.xml -S sources/labeled/res -I "$FRAMEWORK" -F labeled.apk

mkdir -p recorded
aapt dump badging labeled.apk > recorded/labeled.apk.badging.txt
for each in one.apk many.apk nested.apk; do
  aapt dump badging $each > "recorded/$each.badging.txt" 2>/dev/null || true
  aapt dump xmltree $each AndroidManifest.xml > "recorded/$each.xmltree.txt"
  rm -rf "$work/dex" && mkdir "$work/dex" && unzip -q -o $each 'classes*.dex' -d "$work/dex"
  for dex in "$work"/dex/*.dex; do dexdump "$dex" | sed '1,2s/'"'"'.*'"'"'/the file/'; done > "recorded/$each.dexdump.txt"
done
for each in one.apk many.apk resigned.apk; do apksigner verify --min-sdk-version 21 --print-certs --verbose $each > "recorded/$each.certificates.txt"; done
for each in one.apk many.apk nested.apk set.apks set.xapk bundle.aab resigned.apk; do sha256sum $each; sha1sum $each; md5sum $each; done > recorded/hashes.txt
"$EXODUS_PYTHON" exodus.py one.apk many.apk nested.apk > recorded/exodus.json
