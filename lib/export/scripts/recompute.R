# Recomputes agreement of this bundle from units.csv, with base R alone, and holds it against tables/agreement.csv.
#
#     Rscript scripts/recompute.R
#
# Needs R 3.5 or newer. An empty cell is a missing value, and so is "na": n/a was said, and counts in no statistic.
# Exits with 1 when an alpha or a percent agreement differs by more than 1e-9.

arguments <- commandArgs(trailingOnly = FALSE)
script <- sub("^--file=", "", grep("^--file=", arguments, value = TRUE))
folder <- if (length(script) == 1) file.path(dirname(script), "..") else "."

# Texts carry apostrophes that keep spreadsheets from calculating them: before what could be read as a formula, at the
# beginning of a cell, of each of its lines and after each semicolon.
signs <- "=+\\-@\\t\\x{ff1d}\\x{ff0b}\\x{ff0d}\\x{ff20}"
skipped <- paste0("' \\x0b\\f\\x{85}\\x{a0}\\x{1680}\\x{180e}\\x{2000}-\\x{200f}",
  "\\x{2028}-\\x{202f}\\x{205f}-\\x{2064}\\x{3000}\\x{feff}")
apostrophe <- paste0("(*UTF8)", paste(sep = "|",
  sprintf("^'(?=[%s]*[%s\\r\\n])", skipped, signs),
  sprintf("(?<=[\\r\\n])'(?=[%s\"]*[%s])", skipped, signs),
  sprintf("(?<=;)'(?=[%s\"]*[%s])", skipped, signs)))
plain <- function(cells) gsub(apostrophe, "", enc2utf8(cells), perl = TRUE)

read_table <- function(name) {
  found <- read.csv(file.path(folder, name), check.names = FALSE, colClasses = "character", encoding = "UTF-8",
    na.strings = character())
  found[] <- lapply(found, plain)
  names(found) <- plain(names(found))
  found
}

# Krippendorff's alpha of a list with the values of each unit; NA when undefined. Krippendorff (2011).
alpha <- function(units, level) {
  units <- units[lengths(units) > 1]
  pool <- unlist(units)
  if (length(pool) == 0 || length(unique(pool)) < 2) return(NA_real_)
  place <- switch(level,
    nominal = NULL,
    # The ordinal distance is the interval distance of midranks in the pool.
    ordinal = function(values) {
      levels <- sort(unique(pool))
      n <- as.numeric(table(factor(pool, levels)))
      (cumsum(n) - n / 2)[match(values, levels)]
    },
    interval = function(values) (values - min(pool)) / (max(pool) - min(pool)))
  disagreement <- function(values) {
    m <- length(values)
    if (is.null(place)) return((m^2 - sum(table(values)^2)) / (m - 1))
    x <- place(values)
    2 * m * sum((x - mean(x))^2) / (m - 1)
  }
  1 - sum(vapply(units, disagreement, 0)) / disagreement(pool)
}

# The mean over units of the share of pairs that agree.
percent_agreement <- function(units) {
  units <- units[lengths(units) > 1]
  if (length(units) == 0) return(NA_real_)
  mean(vapply(units, function(values) {
    n <- as.numeric(table(values))
    sum(n * (n - 1)) / (length(values) * (length(values) - 1))
  }, 0))
}

units <- read_table("units.csv")
raters <- read_table("raters.csv")
items <- read_table("items.csv")
expected <- read_table("tables/agreement.csv")
people <- raters$column[raters$kind == "human"]
llms <- raters$column[raters$kind == "llm"]

items_of <- function(scope) {
  own <- items[!(items$scale %in% c("overall", "preference")), ]
  if (scope == "all") return(if (nrow(own) > 0) own else items)
  if (startsWith(scope, "category:")) return(own[own$category == substring(scope, 10), ])
  items[items$item == scope, ]
}

# What was said about the units of a scope, as a list with the values of each unit.
values_of <- function(scope, exposure, columns) {
  rows <- units[units$exposure == exposure & units$item %in% items_of(scope)$item, columns, drop = FALSE]
  said <- as.matrix(rows)
  said[said %in% c("", "na")] <- NA
  numbers <- suppressWarnings(as.numeric(said))
  if (all(is.na(said) == is.na(numbers))) said <- matrix(numbers, nrow(said))
  lapply(seq_len(nrow(said)), function(unit) {
    values <- said[unit, ]
    unname(values[!is.na(values)])
  })
}

differing <- 0
compared <- 0
for (row in seq_len(nrow(expected))) {
  told <- expected[row, ]
  if (grepl("mixed-scales", told$undefined)) next
  columns <- if (told$raterSet == "people") people else c(people, llms)
  said <- values_of(told$item, told$exposureId, columns)
  found <- c(alpha = alpha(said, told$level), percentAgreement = percent_agreement(said))
  if (told$item == "all" && !is.na(found[["alpha"]])) {
    cat(sprintf("alpha, %s, %s, %s: %.6f\n", told$level, told$raterSet, told$exposureId, found[["alpha"]]))
  }
  for (name in names(found)) {
    stated <- suppressWarnings(as.numeric(told[[name]]))
    compared <- compared + 1
    same <- if (is.na(stated)) is.na(found[[name]]) else isTRUE(abs(found[[name]] - stated) <= 1e-9)
    if (!same) {
      differing <- differing + 1
      cat(sprintf("%s %s %s %s %s: %s here, %s in the table\n", name, told$item, told$level, told$raterSet,
        told$exposureId, format(found[[name]], digits = 15), told[[name]]))
    }
  }
}
cat(sprintf("%d numbers recomputed, %d differ\n", compared, differing))
quit(status = if (differing == 0) 0 else 1)
