import clsx from "clsx";
import { ExternalLink } from "lucide-react";
import { getTranslations } from "@/app/request-language";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import type { OwnParticipation } from "@/lib/participation/data/participations";

/** Participations that came through links: completion codes, or why there is none. */
export async function Participations({ places }: { places: readonly OwnParticipation[] }) {
  const { t } = await getTranslations();
  return places.map(({ batch, name, state, completion }) => {
    if (completion) return <Ended key={batch} name={name} state={state} completion={completion} />;
    if (state === "screened")
      return (
        <Banner key={batch} title={t("place.screened")}>
          {t("place.screened.why", { name })}
        </Banner>
      );
    if (state !== "left") return null;
    return (
      <Banner key={batch} tone="warning" title={t("place.given-back", { name })}>
        {t("place.given-back.why")}
      </Banner>
    );
  });
}

interface EndedProps {
  name: string;
  state: OwnParticipation["state"];
  completion: NonNullable<OwnParticipation["completion"]>;
}

async function Ended({ name, state, completion: { code, url } }: EndedProps) {
  const { t } = await getTranslations();
  const isScreened = state === "screened";
  return (
    <section
      aria-labelledby="completed"
      className={clsx(
        "grid justify-items-start gap-4 rounded-md border p-5",
        isScreened ? "bg-surface" : "border-positive-line bg-positive-soft",
      )}
    >
      <div className="grid gap-1">
        <h2 id="completed" className="text-xl">
          {t(isScreened ? "place.screened" : "place.completed")}
        </h2>
        <p className="text-sm text-muted wrap-anywhere" dir="auto">
          {isScreened ? t("place.screened.why", { name }) : name}
        </p>
      </div>
      {code && (
        <div className="grid gap-1">
          <p className="text-sm">{t("place.code")}</p>
          <p className="flex items-center gap-2 rounded-md border bg-surface py-1.5 ps-3 pe-1.5">
            <code dir="ltr" className="text-lg wrap-anywhere">
              {code}
            </code>
            <CopyButton text={code} label={t("place.code.copy")} />
          </p>
        </div>
      )}
      {url && (
        <a href={url} rel="noreferrer" className={buttonClass({ variant: "primary", size: "lg" })}>
          {t("place.back")}
          <ExternalLink aria-hidden="true" className="rtl:-scale-x-100" />
        </a>
      )}
    </section>
  );
}
