package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The javadoc of each class of the web container names the section of the specification that it implements, so that a reader can check one
 * against the other: {@code Specification: Servlet 6.1, 7.1.1 Cookies; RFC 9110, 8.4 Content-Encoding.}, number and title as {@code
 * sections.txt} has them from the specification. What implements none is listed with the reason in {@code without-section.txt}.
 */
class SpecificationTest {
    private static final Path SOURCES = Path.of(System.getProperty("basedir", "."), "..", "server-core");
    private static final List<String> CONTAINER = List.of(
            "net/src/main/java/io/keelson/http",
            "pages/src/main/java/io/keelson/pages",
            "servlet/src/main/java/io/keelson/servlet",
            "websocket/src/main/java/io/keelson/websocket");

    private static final Pattern TYPE = Pattern.compile(
            "(?:public |abstract |final |sealed |non-sealed )*(?:class|interface|record|enum|@interface) (\\w+).*");
    private static final Pattern SECTIONS = Pattern.compile("<p>Specification: (.*?)\\.(?= <p>| @\\w|$)");

    @Test
    void eachClassNamesWhatItImplements() throws IOException {
        Map<String, String> types = types();
        assertThat(types).hasSizeGreaterThan(300);
        assertThat(faults(types, exempt().keySet(), table())).isEmpty();
    }

    @Test
    void theListHasReasonsAndNothingThatIsNotThere() throws IOException {
        Map<String, String> exempt = exempt();
        assertThat(types()).containsKeys(exempt.keySet().toArray(String[]::new));
        assertThat(exempt.values()).doesNotContain("");
        assertThat(exempt).as("kept short").hasSizeLessThan(types().size() / 4);
    }

    @Test
    void aSectionHasOneTitle() throws IOException {
        Set<String> numbers = new TreeSet<>();
        for (String section : table()) {
            assertThat(section)
                    .matches("(Servlet|Pages|WebSocket|RFC) \\S+, [\\d.]+ \\S.*|weblogic\\S*\\.xml, [a-z-]+");
            if (!section.startsWith("weblogic")) {
                assertThat(numbers.add(section.replaceFirst("(, [\\d.]+) .*", "$1")))
                        .as(section)
                        .isTrue();
            }
        }
    }

    /** The test's own eyes. */
    @Test
    void seesWhatIsMissingOrWrong() {
        Set<String> table = Set.of("Servlet 6.1, 7.1.1 Cookies", "Servlet 6.1, 7.2 Creating a Session");
        Map<String, String> types = new TreeMap<>(Map.of(
                "a.Right",
                        "Makes. <p>Specification: Servlet 6.1, 7.1.1 Cookies; Servlet 6.1, 7.2 Creating a Session. @param a b.",
                "a.Silent", "Makes.",
                "a.Listed", "Makes.",
                "a.Both", "Makes. <p>Specification: Servlet 6.1, 7.1.1 Cookies.",
                "a.WrongTitle", "<p>Specification: Servlet 6.1, 7.1.1 Sessions. <p>More.",
                "a.WrongNumber", "<p>Specification: Servlet 6.1, 7.9 Cookies."));
        assertThat(faults(types, Set.of("a.Listed", "a.Both"), table))
                .containsExactly(
                        "a.Both names a section and is listed as implementing none",
                        "a.Silent names no section of a specification",
                        "a.WrongNumber: there is no section 'Servlet 6.1, 7.9 Cookies'",
                        "a.WrongTitle: there is no section 'Servlet 6.1, 7.1.1 Sessions'");
        assertThat(declared(List.of(
                        "/** One. */",
                        "@X",
                        "final class A {",
                        "}",
                        "",
                        "/**",
                        " * Two",
                        " * lines.",
                        " */",
                        "enum B {}")))
                .isEqualTo(Map.of("A", "One.", "B", "Two lines."));
        assertThat(declared(List.of("import a.B;", "class C {", "    /** No. */", "    class D {}")))
                .isEqualTo(Map.of("C", ""));
    }

    private static List<String> faults(Map<String, String> types, Set<String> exempt, Set<String> table) {
        List<String> faults = new ArrayList<>();
        types.forEach((type, javadoc) -> {
            Matcher named = SECTIONS.matcher(javadoc);
            boolean names = named.find();
            if (names && exempt.contains(type)) {
                faults.add(type + " names a section and is listed as implementing none");
            } else if (!names && !exempt.contains(type)) {
                faults.add(type + " names no section of a specification");
            } else if (names) {
                Stream.of(named.group(1).split("; "))
                        .filter(section -> !table.contains(section))
                        .forEach(section -> faults.add(type + ": there is no section '" + section + "'"));
            }
        });
        return faults;
    }

    /** The top-level types of the container by their names below {@code io.keelson}, each with its javadoc in one line. */
    private static Map<String, String> types() throws IOException {
        Map<String, String> types = new TreeMap<>();
        for (String root : CONTAINER) {
            Path base = SOURCES.resolve(root.substring(0, root.indexOf("io/keelson")) + "io/keelson");
            try (Stream<Path> files = Files.walk(SOURCES.resolve(root))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    String within = base.relativize(file.getParent()).toString().replace('/', '.');
                    declared(Files.readAllLines(file)).forEach((name, doc) -> types.put(within + "." + name, doc));
                }
            }
        }
        return types;
    }

    /** Returns what a source file declares at its top, where nothing is indented. */
    private static Map<String, String> declared(List<String> lines) {
        Map<String, String> types = new TreeMap<>();
        StringBuilder javadoc = new StringBuilder();
        boolean within = false;
        for (String line : lines) {
            if (line.startsWith("/**")) {
                javadoc.setLength(0);
                within = true;
            }
            if (within) {
                javadoc.append(line).append(' ');
                within = !line.contains("*/");
                continue;
            }
            Matcher type = TYPE.matcher(line);
            if (type.matches()) {
                types.put(type.group(1), plain(javadoc.toString()));
                javadoc.setLength(0);
            }
        }
        return types;
    }

    private static String plain(String javadoc) {
        return javadoc.replaceAll("/\\*\\*|\\*/|(?<= )\\*(?= )", " ")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static Set<String> table() throws IOException {
        return lines("sections.txt").filter(line -> !line.startsWith("#")).collect(Collectors.toSet());
    }

    /** Names to the reasons above them. */
    private static Map<String, String> exempt() throws IOException {
        Map<String, String> exempt = new TreeMap<>();
        String reason = "";
        for (String line : lines("without-section.txt").toList()) {
            if (line.startsWith("# ")) {
                reason = line.substring(2);
            } else {
                exempt.put(line, reason);
            }
        }
        return exempt;
    }

    private static Stream<String> lines(String file) throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(SpecificationTest.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.isBlank()).toList().stream();
        }
    }
}
