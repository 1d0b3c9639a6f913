import pg from "pg";

/** Works on the test's database as the owner of its tables, over a connection that ends with the work. */
export async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
