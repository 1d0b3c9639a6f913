import { readScreenshot } from "@/lib/documentation/data";

/** The pictures in the documents. They show the demo project, nothing of anybody's. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ name: string[] }> },
): Promise<Response> {
  const picture = await readScreenshot((await params).name.join("/"));
  if (!picture) return new Response(null, { status: 404 });
  return new Response(picture, { headers: { "Content-Type": "image/png" } });
}
