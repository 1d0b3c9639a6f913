import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";

/** The secret for an authenticator app: a code for its camera, and the same secret to type. */
export function AppSetup({ address, secret }: { address: string; secret: string }) {
  const grouped = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  return (
    <div className="grid gap-3">
      <p className="text-sm">Scan this with your authenticator app, or type the secret into it.</p>
      <QrCode text={address} label="QR code for an authenticator app" />
      <div className="flex items-center gap-2 rounded-md border bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 text-sm wrap-anywhere">{grouped}</code>
        <CopyButton text={secret} label="Copy secret" />
      </div>
    </div>
  );
}
