# The same alphas with the package irr, for whoever trusts a published implementation more.
#
#     install.packages("irr")
#     Rscript scripts/with_irr.R
#
# kripp.alpha of irr 0.84.1 weighs each unit by 1 / 1 instead of 1 / (m - 1) when no rating at all is missing, which is
# wrong with more than two raters. One more unit that nobody rated takes the right path and changes nothing else, since
# a unit with fewer than two ratings counts nowhere. It is appended below, always.
#
# Prints each item's alpha by the package beside the one of the table. Exit code 0 when all agree to 1e-9.

library(irr)

arguments <- commandArgs(trailingOnly = FALSE)
script <- sub("^--file=", "", grep("^--file=", arguments, value = TRUE))
folder <- if (length(script) == 1) file.path(dirname(script), "..") else "."

read_table <- function(name) {
  read.csv(file.path(folder, name), check.names = FALSE, colClasses = "character", encoding = "UTF-8",
    na.strings = character())
}

units <- read_table("units.csv")
raters <- read_table("raters.csv")
expected <- read_table("tables/agreement.csv")
people <- raters$column[raters$kind == "human"]

# Words become codes: kripp.alpha reads numbers, and only their equality counts at the nominal level.
as_codes <- function(said) {
  said[said %in% c("", "na")] <- NA
  numbers <- suppressWarnings(as.numeric(said))
  codes <- if (all(is.na(said) == is.na(numbers))) numbers else as.integer(factor(said))
  matrix(codes, nrow(said))
}

different <- 0
for (row in seq_len(nrow(expected))) {
  told <- expected[row, ]
  items <- unique(units$item)
  if (told$raterSet != "people" || !(told$item %in% items) || told$alpha == "") next
  chosen <- units$exposure == told$exposureId & units$item == told$item
  by_rater <- t(as_codes(as.matrix(units[chosen, people, drop = FALSE])))
  by_rater <- cbind(by_rater, NA)
  found <- kripp.alpha(by_rater, method = told$level)$value
  here <- as.numeric(told$alpha)
  same <- isTRUE(abs(found - here) <= 1e-9)
  if (!same) different <- different + 1
  cat(sprintf("%s, %s, %s: irr %.6f, here %.6f%s\n", told$item, told$level, told$exposureId, found, here,
    if (same) "" else "  DIFFERENT"))
}
quit(status = if (different > 0) 1 else 0)
