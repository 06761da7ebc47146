package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Comments of the sources and pages of the documentation keep their measures: lines of 140 characters, and in pages sentences of 45 words.
 * A span of code counts as one word; tables, blocks of code and lines with a link may be longer.
 */
class WritingTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..");
    private static final int LONGEST_LINE = 140;
    private static final int MOST_WORDS = 45;
    private static final Pattern COMMENT = Pattern.compile("\\s*(/\\*\\*?|\\*|//)(\\s.*|)");
    private static final Pattern ITEM = Pattern.compile("\\s*([-*]|\\d+\\.) .*");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?])\\s+(?=[A-Z\\[*`x])");

    @Test
    void aLineOfACommentIsNotTooLong() throws IOException {
        List<String> faults = new ArrayList<>();
        List<Path> sources = files(".java");
        assertThat(sources).hasSizeGreaterThan(1000);
        for (Path source : sources) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                if (isTooLong(lines.get(i)) && COMMENT.matcher(lines.get(i)).matches()) {
                    faults.add(place(source, i) + ": " + lines.get(i).length() + " characters");
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void theIndexNamesEveryPageOnce() throws IOException {
        String index = Files.readString(ROOT.resolve("docs/README.md"));
        List<String> faults = new ArrayList<>();
        try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
            for (Path page :
                    pages.filter(each -> each.toString().endsWith(".md")).toList()) {
                String name = ROOT.resolve("docs").relativize(page).toString();
                String link = "](" + name + ")\n";
                if (!name.equals("README.md") && index.split(Pattern.quote(link), -1).length != 2) {
                    faults.add(name);
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void aPageHasShortLinesAndSentences() throws IOException {
        List<String> faults = new ArrayList<>();
        List<Path> pages = files(".md");
        assertThat(pages).hasSizeGreaterThan(100);
        for (Path page : pages) {
            if (!page.toString().contains("reference")) {
                for (String fault : faults(Files.readAllLines(page))) {
                    faults.add(ROOT.relativize(page) + ":" + fault);
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    /** The test's own eyes. */
    @Test
    void seesWhatIsTooLong() {
        String words = "Word ".repeat(45) + "word";
        String line = "x".repeat(141);
        assertThat(faults(List.of("Short. " + words + ".", "", "| " + words + " " + line + " |", "", "    " + line)))
                .containsExactly("1: 237 characters", "1: a sentence of 46 words");
        String half = "Word ".repeat(23);
        assertThat(faults(List.of("- `" + half, "  " + half + "` is one.", "- [a](" + line + ")", "```", line, "```")))
                .isEmpty();
        assertThat(COMMENT.matcher("     * text").matches()).isTrue();
        assertThat(COMMENT.matcher("    int a = b * c;").matches()).isFalse();
    }

    private static List<String> faults(List<String> lines) {
        List<String> faults = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        int begin = 0;
        boolean code = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean fence = line.startsWith("```");
            boolean table = line.strip().startsWith("|");
            boolean between = fence || table || line.isBlank() || line.startsWith("#");
            if (between || ITEM.matcher(line).matches()) {
                sentences(paragraph, begin, faults);
            }
            code ^= fence;
            if (code || between || line.startsWith("    ") && paragraph.isEmpty()) {
                continue;
            }
            if (isTooLong(line) && !line.contains("](")) {
                faults.add(i + 1 + ": " + line.length() + " characters");
            }
            begin = paragraph.isEmpty() ? i + 1 : begin;
            paragraph.append(line.strip()).append(' ');
        }
        sentences(paragraph, begin, faults);
        return faults;
    }

    private static void sentences(StringBuilder paragraph, int begin, List<String> faults) {
        String text = paragraph.toString().replaceAll("`[^`]*`", "x").replaceAll("\\]\\([^)]*\\)", "]");
        paragraph.setLength(0);
        for (String sentence : SENTENCE.split(text)) {
            int words = sentence.strip().split("\\s+").length;
            if (words > MOST_WORDS) {
                faults.add(begin + ": a sentence of " + words + " words");
            }
        }
    }

    private static boolean isTooLong(String line) {
        return line.length() > LONGEST_LINE && !line.contains("http://") && !line.contains("https://");
    }

    private static String place(Path file, int line) {
        return ROOT.relativize(file) + ":" + (line + 1);
    }

    private static List<Path> files(String end) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(file -> file.toString().endsWith(end))
                    .filter(file -> Stream.of("target", "node_modules", ".git")
                            .noneMatch(ROOT.relativize(file).toString()::contains))
                    .toList();
        }
    }
}
