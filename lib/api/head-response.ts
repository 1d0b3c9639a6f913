/**
 * A response without its body. Next answers HEAD with GET and leaves the body unread, with all its resources:
 * it is cancelled here.
 */
export async function headOf({ body, status, headers }: Response): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status, headers });
}
