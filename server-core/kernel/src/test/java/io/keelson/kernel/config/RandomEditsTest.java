package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Random files in all styles, edited at random: what was asked is said, and no comment outside is lost. */
class RandomEditsTest {
    private static final int FILES = 300;
    private static final int EDITS = 6;
    private static final Pattern COMMENT = Pattern.compile("#c\\d+");

    @Test
    void editsSayWhatWasAskedAndKeepTheRest() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < FILES; i++) {
            String text = new Writer(random).file(tree(random, 0));
            String before = text;
            try {
                for (int j = 0; j < EDITS; j++) {
                    before = text;
                    text = editOnce(random, text);
                }
            } catch (AssertionError | Exception e) {
                throw new AssertionError("seed " + seed + ", file " + i + ":\n" + before + "\n----\n" + text, e);
            }
        }
    }

    private static String editOnce(Random random, String text) throws Exception {
        DomainFile file = Example.file(text);
        List<String> path = place(random, file.root());
        YamlNode old = find(file.root(), path);
        SettingPath target = new SettingPath(path);
        if (old != null && random.nextInt(3) == 0) {
            DomainFile removed = file.remove(target);
            assertThat(find(removed.root(), path)).isNull();
            assertThat(removed.text().length()).isLessThanOrEqualTo(text.length() + 3);
            commentsStay(text, removed.text(), keyOf(file.root(), path), old);
            return removed.text();
        }
        Object value = value(random);
        DomainFile edited = file.edit(target, value);
        assertThat(Plain.of(find(edited.root(), path))).isEqualTo(Plain.ofValue(value));
        commentsStay(text, edited.text(), old, old);
        if (old instanceof YamlNode.Scalar scalar && !scalar.isNull() && !(value instanceof Map)) {
            assertThat(edited.text()).startsWith(text.substring(0, scalar.span().start()));
            assertThat(edited.text())
                    .endsWith(text.substring(scalar.span().end()).stripLeading());
        }
        return edited.text();
    }

    /** Comments may go only with the lines of what was replaced or removed. */
    private static void commentsStay(String before, String after, YamlNode first, YamlNode last) {
        int from = first == null
                ? 0
                : before.lastIndexOf('\n', Math.max(0, first.span().start() - 1)) + 1;
        int end = last == null ? -1 : before.indexOf('\n', last.span().end());
        int to = last == null ? 0 : end < 0 ? before.length() : end;
        List<String> kept = comments(after);
        assertThat(kept).containsAll(comments(before.substring(0, from)));
        assertThat(kept).containsAll(comments(before.substring(to)));
    }

    private static List<String> comments(String text) {
        return COMMENT.matcher(text).results().map(r -> r.group()).toList();
    }

    /** The path of a key that is there, or of one that is not, one or two levels below one that is. */
    private static List<String> place(Random random, YamlNode root) {
        List<String> path = new ArrayList<>();
        YamlNode here = root;
        while (here instanceof YamlNode.Mapping mapping && !mapping.entries().isEmpty() && random.nextInt(4) > 0) {
            YamlNode.Entry entry =
                    mapping.entries().get(random.nextInt(mapping.entries().size()));
            path.add(entry.key().text());
            here = entry.value();
        }
        boolean open = here == null || here.empty() || here instanceof YamlNode.Mapping;
        if (path.isEmpty() || open && random.nextBoolean()) {
            path.add("new" + random.nextInt(1_000_000_000));
            if (random.nextInt(3) == 0) {
                path.add("below.it");
            }
        }
        return path;
    }

    private static YamlNode keyOf(YamlNode root, List<String> path) {
        YamlNode above = find(root, path.subList(0, path.size() - 1));
        return ((YamlNode.Mapping) above).entry(path.get(path.size() - 1)).key();
    }

    private static YamlNode find(YamlNode root, List<String> path) {
        YamlNode here = root;
        for (String key : path) {
            YamlNode.Entry entry = here instanceof YamlNode.Mapping mapping ? mapping.entry(key) : null;
            here = entry == null ? null : entry.value();
        }
        return here;
    }

    private static Object value(Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> random.nextInt(1000);
            case 1 -> random.nextBoolean();
            case 2 -> List.of("a", random.nextInt(9), "x y");
            case 3 -> List.of();
            case 4 -> Map.of("k", random.nextInt(9), "m", Map.of("n", List.of("o")));
            case 5 -> "it's: \"a\" #b\n" + random.nextInt(9);
            default -> "plain" + random.nextInt(100);
        };
    }

    private static Object tree(Random random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(depth > 3 ? 4 : 7);
        switch (kind) {
            case 1:
                return random.nextInt(100_000);
            case 2:
                return List.of("a", "b b", random.nextInt(9)).subList(0, random.nextInt(4));
            case 3:
                return random.nextBoolean() ? "text " + random.nextInt(9) : "~";
            default:
                Map<String, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(depth == 0 ? 5 : 4); i > 0; i--) {
                    map.put("key" + random.nextInt(20), tree(random, depth + 1));
                }
                return map;
        }
    }

    /** Writes a tree in random style, with comments that can be told apart. */
    private static final class Writer {
        private final Random random;
        private final String eol;
        private final int step;
        private int comments;
        private final StringBuilder out = new StringBuilder();

        Writer(Random random) {
            this.random = random;
            this.eol = random.nextInt(4) == 0 ? "\r\n" : "\n";
            this.step = 1 + random.nextInt(4);
        }

        String file(Object tree) {
            if (random.nextInt(5) == 0) {
                out.append("---").append(eol);
            }
            Map<?, ?> map = (Map<?, ?>) tree;
            comment(0);
            if (map.isEmpty()) {
                out.append(random.nextBoolean() ? "{}" + eol : "");
            } else if (random.nextInt(6) == 0) {
                flow(map, 0);
                out.append(eol);
            } else {
                block(map, 0);
            }
            comment(0);
            String text = out.toString();
            return random.nextInt(5) == 0 && !text.contains("#") ? text.stripTrailing() : text;
        }

        private void block(Map<?, ?> map, int indent) {
            map.forEach((key, value) -> {
                comment(indent);
                out.append(" ".repeat(indent)).append(random.nextInt(8) == 0 ? "\"" + key + "\"" : key);
                out.append(random.nextInt(8) == 0 ? " :" : ":");
                if (value instanceof Map<?, ?> nested && !nested.isEmpty() && random.nextInt(4) > 0) {
                    endLine();
                    block(nested, indent + step);
                } else if (value instanceof List<?> list && !list.isEmpty() && random.nextBoolean()) {
                    endLine();
                    int dash = indent + random.nextInt(2) * step;
                    for (Object item : list) {
                        comment(dash);
                        out.append(" ".repeat(dash)).append("- ");
                        flow(item, dash + 1);
                        endLine();
                    }
                } else if (value instanceof String text && text.startsWith("text") && random.nextInt(3) == 0) {
                    out.append(random.nextBoolean() ? " |" : " >-");
                    endLine();
                    out.append(" ".repeat(indent + step)).append(text).append(eol);
                    out.append(random.nextBoolean() ? eol : "");
                } else if ("~".equals(value)) {
                    out.append(random.nextBoolean() ? " ~" : "");
                    endLine();
                } else {
                    out.append(' ');
                    flow(value, indent + 1);
                    endLine();
                }
            });
        }

        private void flow(Object value, int indent) {
            if (value instanceof Map<?, ?> map) {
                out.append('{');
                String comma = "";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    out.append(comma);
                    breakFlow(indent);
                    out.append(entry.getKey()).append(": ");
                    flow(entry.getValue(), indent);
                    comma = ",";
                }
                out.append(!map.isEmpty() && random.nextInt(4) == 0 ? "," : "").append("}");
            } else if (value instanceof List<?> list) {
                out.append('[');
                String comma = "";
                for (Object item : list) {
                    out.append(comma);
                    breakFlow(indent);
                    flow(item, indent);
                    comma = ",";
                }
                out.append(']');
            } else if (value instanceof String text && random.nextBoolean() && !text.equals("~")) {
                out.append('\'').append(text).append('\'');
            } else {
                out.append(value);
            }
        }

        private void breakFlow(int indent) {
            switch (random.nextInt(5)) {
                case 0 -> out.append(eol).append(" ".repeat(indent + 1));
                case 1 ->
                    out.append(" #c").append(comments++).append(' ').append(eol).append(" ".repeat(indent + 1));
                default -> out.append(' ');
            }
        }

        private void endLine() {
            if (random.nextInt(3) == 0) {
                out.append(" #c").append(comments++).append(' ');
            }
            out.append(eol);
        }

        private void comment(int indent) {
            if (random.nextInt(4) == 0) {
                out.append(" ".repeat(indent))
                        .append("#c")
                        .append(comments++)
                        .append(' ')
                        .append(eol);
            }
            if (random.nextInt(6) == 0) {
                out.append(eol);
            }
        }
    }
}
