package io.keelson.kernel.config;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes one place of a file's text and leaves every other character as it is. It writes what is right for the usual
 * forms and does not prove it: {@link DomainFile} reads the result again and refuses what does not say the intended.
 */
final class Splicer {
    private final String text;
    private final String lineEnd;
    private final int step;
    /** Splices by their start, none overlapping another. */
    private final TreeMap<Integer, Splice> splices = new TreeMap<>();

    private record Splice(int end, String replacement) {}

    Splicer(String text, @Nullable YamlNode root) {
        this.text = text;
        this.lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
        this.step = root instanceof YamlNode.Mapping mapping ? step(mapping) : 2;
    }

    /** By how many columns the file indents what is nested. */
    private static int step(YamlNode.Mapping mapping) {
        for (YamlNode.Entry entry : mapping.entries()) {
            if (entry.value() instanceof YamlNode.Mapping nested
                    && !nested.flow()
                    && !nested.entries().isEmpty()) {
                return nested.span().column() - mapping.span().column();
            }
        }
        return 2;
    }

    /** The text with all splices. */
    String result() {
        StringBuilder result = new StringBuilder(text);
        splices.descendingMap().forEach((start, splice) -> result.replace(start, splice.end(), splice.replacement()));
        return result.toString();
    }

    /** Gives an existing key another value. */
    void replace(YamlNode.Entry entry, boolean inFlow, Object value) throws EditException {
        YamlNode old = entry.value();
        boolean nested = value instanceof Map<?, ?> map && !map.isEmpty();
        if (old.empty() && nested && !inFlow) {
            replaceNothing(entry, "");
            int indent = entry.key().span().column() - 1 + step;
            insert(nextLine(old.span().end()), newLineBefore(old.span().end()) + block((Map<?, ?>) value, indent));
        } else if (old.empty()) {
            replaceNothing(entry, ' ' + YamlText.flow(value));
        } else if (old instanceof YamlNode.Scalar scalar) {
            replaceScalar(scalar, YamlText.flow(value));
        } else if (old instanceof YamlNode.Sequence items && value instanceof List<?> list && !list.isEmpty()) {
            new ListSplicer(this, items).change(list);
        } else if (isFlow(old)) {
            splice(old.span().start(), old.span().end(), YamlText.flow(value));
        } else {
            deleteLines(old.span().start(), old.span().end());
            insert(colon(entry) + 1, ' ' + YamlText.flow(value));
        }
    }

    private static boolean isFlow(YamlNode node) {
        return node instanceof YamlNode.Mapping mapping && mapping.flow()
                || node instanceof YamlNode.Sequence sequence && sequence.flow();
    }

    /** Replaces the empty value or the written null of a key. */
    private void replaceNothing(YamlNode.Entry entry, String replacement) throws EditException {
        YamlNode.Span span = entry.value().span();
        int colon = colonOrNone(entry);
        if (colon < 0) {
            insert(entry.key().span().end(), ':' + replacement);
        } else {
            splice(colon + 1, Math.max(colon + 1, span.end()), replacement);
        }
    }

    private void replaceScalar(YamlNode.Scalar old, String replacement) {
        int start = old.span().start();
        int end = old.span().end();
        String comment = "";
        if (old.block()) {
            String header = text.substring(start, lineEnd(start + 1));
            int hash = header.indexOf('#');
            comment = hash < 0 ? "" : ' ' + header.substring(hash).stripTrailing();
        }
        boolean wholeLine = end > start && text.charAt(end - 1) == '\n';
        splice(start, end, replacement + comment + (wholeLine ? lineEnd : ""));
    }

    /** Adds a key behind the last one of a mapping. */
    void add(YamlNode.Mapping mapping, String key, Object value) throws EditException {
        List<YamlNode.Entry> entries = mapping.entries();
        if (mapping.flow()) {
            String entry = YamlText.text(key) + ": " + YamlText.flow(value);
            if (entries.isEmpty()) {
                insert(mapping.span().start() + 1, entry);
            } else {
                insert(entries.get(entries.size() - 1).value().span().end(), ", " + entry);
            }
            return;
        }
        int end = mapping.span().end();
        int indent = indent(entries.get(0).key().span().start());
        int at = behindComments(nextLine(end), indent);
        insert(at, (endsLine(at) ? "" : lineEnd) + block(Map.of(key, value), indent));
    }

    /**
     * Behind the comments that begin at a line's start and are indented by more than what is added: they are about what stands before them.
     * Empty lines between such comments go with them.
     */
    private int behindComments(int line, int indent) {
        int behind = line;
        int at = line;
        while (at < text.length()) {
            int start = at;
            while (start < text.length() && text.charAt(start) == ' ') {
                start++;
            }
            int end = start;
            while (end < text.length() && !endsLine(end + 1)) {
                end++;
            }
            boolean comment = text.startsWith("#", start) && start - at > indent;
            if (!comment && end > start) {
                break;
            }
            at = end + (text.startsWith("\r\n", end) ? 2 : 1);
            behind = comment ? Math.min(at, text.length()) : behind;
        }
        return behind;
    }

    /** Returns whether a line ends before an offset. */
    private boolean endsLine(int offset) {
        return offset > 0 && offset <= text.length() && "\n\r".indexOf(text.charAt(offset - 1)) >= 0;
    }

    /** Adds a key to a file that says nothing yet. */
    void addToNothing(String key, Object value) {
        int end = text.length();
        boolean fresh = end == 0 || text.equals("\uFEFF") || text.charAt(end - 1) == '\n';
        insert(end, (fresh ? "" : lineEnd) + block(Map.of(key, value), 0));
    }

    /** Removes a key. What encloses the mapping keeps an empty mapping when it was the last one. */
    void remove(YamlNode.Mapping mapping, YamlNode.Entry entry, YamlNode.@Nullable Entry parent) throws EditException {
        List<YamlNode.Entry> entries = mapping.entries();
        int at = entries.indexOf(entry);
        if (mapping.flow()) {
            List<YamlNode.Span> spans = entries.stream().map(Splicer::span).toList();
            removeFlow(spans, at, at + 1);
            return;
        }
        deleteLines(entry.key().span().start(), entry.value().span().end());
        if (entries.size() == 1 && parent != null) {
            insert(colon(parent) + 1, " {}");
        }
    }

    private static YamlNode.Span span(YamlNode.Entry entry) {
        YamlNode.Span key = entry.key().span();
        return new YamlNode.Span(
                key.start(), Math.max(key.end(), entry.value().span().end()), key.line(), key.column());
    }

    /** Removes the parts {@code from} to {@code to} of a flow collection, each with one comma, but not a comment. */
    void removeFlow(List<YamlNode.Span> parts, int from, int to) {
        int start = parts.get(from).start();
        int end = parts.get(to - 1).end();
        if (from > 0 && !comments(parts.get(from - 1).end(), start)) {
            splice(parts.get(from - 1).end(), end, "");
        } else if (to < parts.size() && !comments(end, parts.get(to).start())) {
            splice(start, parts.get(to).start(), "");
        } else {
            int comma = end;
            while (comma < text.length() && Character.isWhitespace(text.charAt(comma))) {
                comma++;
            }
            boolean there = comma < text.length() && text.charAt(comma) == ',';
            splice(start, there ? comma + 1 : end, "");
        }
    }

    private boolean comments(int from, int to) {
        return text.substring(from, to).indexOf('#') >= 0;
    }

    /** The lines of a mapping in block style. */
    private String block(Map<?, ?> map, int indent) {
        StringBuilder lines = new StringBuilder();
        map.forEach((key, value) -> {
            lines.append(" ".repeat(indent))
                    .append(YamlText.text(String.valueOf(key)))
                    .append(':');
            if (value instanceof Map<?, ?> nested && !nested.isEmpty()) {
                lines.append(lineEnd).append(block(nested, indent + step));
            } else {
                lines.append(' ').append(YamlText.flow(value)).append(lineEnd);
            }
        });
        return lines.toString();
    }

    private int colon(YamlNode.Entry entry) throws EditException {
        int colon = colonOrNone(entry);
        if (colon < 0) {
            throw new EditException("the key " + entry.key().text() + " is written in a form that cannot be edited");
        }
        return colon;
    }

    private int colonOrNone(YamlNode.Entry entry) {
        int at = entry.key().span().end();
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at < text.length() && text.charAt(at) == ':' ? at : -1;
    }

    /** Deletes the lines from that of {@code start} to that of {@code end}. */
    void deleteLines(int start, int end) throws EditException {
        splice(start - indent(start), nextLine(end), "");
    }

    /** Returns how far something is indented that begins its line. */
    int indent(int start) throws EditException {
        int at = start;
        while (at > 0 && text.charAt(at - 1) == ' ') {
            at--;
        }
        boolean first = at == 0 || "\n\r\uFEFF".indexOf(text.charAt(at - 1)) >= 0;
        if (!first) {
            TextPlace place = TextPlace.of(text, start);
            throw new EditException("what stands at " + place.line() + ':' + place.column()
                    + " shares its line with something else; give it a line of its own first");
        }
        return start - at;
    }

    String text() {
        return text;
    }

    /** The start of the line behind that of an offset; the end of the text when there is none. */
    int nextLine(int offset) {
        int end = lineEnd(offset);
        if (end < text.length() && text.charAt(end) == '\r') {
            end++;
        }
        return end < text.length() && text.charAt(end) == '\n' ? end + 1 : end;
    }

    private int lineEnd(int offset) {
        int at = offset;
        // A block scalar that keeps its empty lines ends behind a line's end.
        if (at > 0 && at <= text.length() && text.charAt(at - 1) == '\n') {
            return at - 1;
        }
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
        return at;
    }

    /** Returns what must stand before a line that is inserted behind the line of that offset: its missing end, or nothing. */
    String newLineBefore(int offset) {
        int next = nextLine(offset);
        return next > 0 && "\n\r".indexOf(text.charAt(next - 1)) >= 0 ? "" : lineEnd;
    }

    String lineEnd() {
        return lineEnd;
    }

    void insert(int at, String what) {
        splice(at, at, what);
    }

    void splice(int start, int end, String replacement) {
        splices.merge(
                start,
                new Splice(end, replacement),
                (a, b) -> new Splice(Math.max(a.end(), b.end()), a.replacement() + b.replacement()));
    }
}
