import { Badge } from "@/components/ui/badge";

/** The category of an item, unless the item's name contains it. */
export function Category({ name, category }: { name?: string | null; category?: string | null }) {
  if (!category || category.toLowerCase() === name?.toLowerCase()) return null;
  return (
    <Badge className="justify-self-start">
      <bdi>{category}</bdi>
    </Badge>
  );
}
