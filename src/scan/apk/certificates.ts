// Reads the certificates that an APK is signed with. Whether a signature is valid is not checked.
import { createHash, X509Certificate } from "node:crypto";
import { damaged, type ByteSource } from "./byte-source.ts";

/** 1 is the signature of JAR files; 2, 3 and 3.1 are blocks before the central directory. */
export type SignatureScheme = "v1" | "v2" | "v3" | "v3.1";

export interface ApkCertificate {
  /** The schemes that have it. */
  readonly schemes: readonly SignatureScheme[];
  readonly subject: string;
  readonly issuer: string;
  readonly serial: string;
  readonly sha1: string;
  readonly sha256: string;
  /** Milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
}

/** A certificate as it is in the file. */
export interface SignedWith {
  readonly scheme: SignatureScheme;
  readonly der: Buffer;
}

/** Files of signatures, in the order of the ZIP file. εxodus knows only these. */
export const V1_SIGNATURE = /^META-INF\/.*\.(?:RSA|DSA|EC)$/;
export const MAX_SIGNATURE_BYTES = 4 * 1024 * 1024;

const MAGIC = Buffer.from("APK Sig Block 42");
const FOOTER_BYTES = 24;
const MAX_SIGNERS = 100;
const BLOCKS = new Map<number, SignatureScheme>([
  [0x7109871a, "v2"],
  [0xf05368c0, "v3"],
  [0x1b93ad61, "v3.1"],
]);

/** The certificates in the signing block, which ends where the central directory begins. */
export function readSigningBlock(source: ByteSource, directoryOffset: number): readonly SignedWith[] {
  if (directoryOffset < FOOTER_BYTES + 8) return [];
  const footer = source.read(directoryOffset - FOOTER_BYTES, FOOTER_BYTES);
  if (!footer.subarray(8).equals(MAGIC)) return [];
  const size = Number(footer.readBigUInt64LE(0));
  if (size < FOOTER_BYTES || size > MAX_SIGNATURE_BYTES || size + 8 > directoryOffset)
    throw damaged("the signing block has a wrong size");
  const pairs = source.read(directoryOffset - size, size - FOOTER_BYTES);
  const found: SignedWith[] = [];
  for (let at = 0; at + 12 <= pairs.length;) {
    const length = Number(pairs.readBigUInt64LE(at));
    if (length < 4 || length > pairs.length - at - 8) throw damaged("the signing block has a wrong size");
    const scheme = BLOCKS.get(pairs.readUInt32LE(at + 8));
    if (scheme !== undefined) found.push(...readSigners(pairs.subarray(at + 12, at + 8 + length), scheme));
    at += 8 + length;
  }
  return found;
}

/** Each signer begins with signed data: digests, then certificates, of which the first is its own. */
function readSigners(bytes: Buffer, scheme: SignatureScheme): readonly SignedWith[] {
  return splitPrefixed(prefixed(bytes))
    .slice(0, MAX_SIGNERS)
    .flatMap((signer) => {
      const data = prefixed(signer);
      const certificates = prefixed(data.subarray(4 + prefixed(data).length));
      return certificates.length === 0 ? [] : [{ scheme, der: prefixed(certificates) }];
    });
}

/** The bytes after a length of 32 bits. */
function prefixed(bytes: Buffer): Buffer {
  const length = bytes.length < 4 ? Number.NaN : bytes.readUInt32LE(0);
  if (!(length <= bytes.length - 4)) throw damaged("a part of the signature is larger than the whole");
  return bytes.subarray(4, 4 + length);
}

function splitPrefixed(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const part = prefixed(bytes.subarray(at));
    parts.push(part);
    at += 4 + part.length;
  }
  return parts;
}

/** A value in DER. */
interface Der {
  readonly tag: number;
  readonly content: Buffer;
  readonly whole: Buffer;
}

const SEQUENCE = 0x30;
const CONTEXT_0 = 0xa0;
const NO_BYTES = Buffer.alloc(0);

/** The certificates of a `META-INF/*.RSA`: a PKCS #7 message with signed data, read only as far as to its certificates. */
export function readJarSignature(bytes: Buffer): readonly SignedWith[] {
  const [message] = readDer(bytes);
  const content = readDer(message?.content).find(({ tag }) => tag === CONTEXT_0);
  const [signedData] = readDer(content?.content);
  const certificates = readDer(signedData?.content).find(({ tag }) => tag === CONTEXT_0);
  const found = readDer(certificates?.content).filter(({ tag }) => tag === SEQUENCE);
  if (found.length === 0) throw damaged("the signature has no certificate");
  return found.slice(0, 1).map(({ whole }) => ({ scheme: "v1", der: whole }));
}

function readDer(bytes: Buffer = NO_BYTES): readonly Der[] {
  const values: Der[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    const lengthBytes = first > 127 ? first & 0x7f : 0;
    if (lengthBytes > 4 || at + 2 + lengthBytes > bytes.length) throw damaged("a length in the signature is wrong");
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const from = at + 2 + lengthBytes;
    // 0x80 means a length that is not known in advance, which signatures don't have.
    if (first === 0x80 || length > bytes.length - from) throw damaged("a length in the signature is wrong");
    values.push({ tag, content: bytes.subarray(from, from + length), whole: bytes.subarray(at, from + length) });
    at = from + length;
  }
  return values;
}

/** Describes each certificate once, with all the schemes that have it. */
export function describeCertificates(signed: readonly SignedWith[]): readonly ApkCertificate[] {
  const found = new Map<string, ApkCertificate>();
  for (const { scheme, der } of signed) {
    const sha256 = hexDigest("sha256", der);
    const known = found.get(sha256);
    if (known !== undefined) {
      const schemes = [...new Set([...known.schemes, scheme])].toSorted();
      found.set(sha256, { ...known, schemes });
      continue;
    }
    found.set(sha256, { ...describeCertificate(der), schemes: [scheme], sha256, sha1: hexDigest("sha1", der) });
  }
  return [...found.values()];
}

function describeCertificate(der: Buffer): Omit<ApkCertificate, "schemes" | "sha1" | "sha256"> {
  try {
    const { subject, issuer, serialNumber, validFrom, validTo } = new X509Certificate(der);
    return {
      subject: oneLine(subject),
      issuer: oneLine(issuer),
      serial: serialNumber.toLowerCase(),
      validFrom: Date.parse(validFrom),
      validTo: Date.parse(validTo),
    };
  } catch {
    throw damaged("a certificate is damaged");
  }
}

/** Node writes one part of a name on each line, from the largest to the smallest. */
function oneLine(name: string): string {
  return (name ?? "").split("\n").join(", ");
}

function hexDigest(algorithm: "sha1" | "sha256", bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest("hex");
}

/** The ID of an app at εxodus: from its package and the certificates of its first signature scheme. */
export function applicationUid(packageName: string, signed: readonly SignedWith[]): string {
  const fingerprints = signed
    .filter(({ scheme }) => scheme === "v1")
    .map(({ der }) => hexDigest("sha1", der).toUpperCase());
  return createHash("sha1")
    .update([packageName, ...fingerprints].join(" "))
    .digest("hex")
    .toUpperCase();
}
