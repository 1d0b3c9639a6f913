import type { TasksQuery } from "@/lib/dataset/schema/views";

/** Address of a task list: its filter, and its page if not the first. */
export function taskListHref(href: string, query: TasksQuery): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== "") search.append(key, String(one));
    }
  }
  return search.size > 0 ? `${href}?${search}` : href;
}
