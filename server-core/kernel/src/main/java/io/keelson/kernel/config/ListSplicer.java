package io.keelson.kernel.config;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Changes a list item by item: what is the same at its start and end keeps its text and its comments. */
final class ListSplicer {
    private final Splicer splicer;
    private final YamlNode.Sequence list;
    private final List<YamlNode.Span> spans;

    ListSplicer(Splicer splicer, YamlNode.Sequence list) {
        this.splicer = splicer;
        this.list = list;
        this.spans = list.items().stream().map(YamlNode::span).toList();
    }

    void change(List<?> values) throws EditException {
        int old = spans.size();
        int shorter = Math.min(old, values.size());
        int head = 0;
        while (head < shorter && same(head, values.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && same(old - 1 - tail, values.get(values.size() - 1 - tail))) {
            tail++;
        }
        int replaced = shorter - head - tail;
        for (int i = head; i < head + replaced; i++) {
            splicer.splice(spans.get(i).start(), spans.get(i).end(), YamlText.flow(values.get(i)));
        }
        int at = head + replaced;
        if (at < old - tail) {
            remove(at, old - tail);
        } else if (at < values.size() - tail) {
            insert(at, values.subList(at, values.size() - tail));
        }
    }

    private boolean same(int item, Object value) {
        return Objects.equals(Plain.of(list.items().get(item)), Plain.ofValue(value));
    }

    private void remove(int from, int to) throws EditException {
        if (list.flow()) {
            splicer.removeFlow(spans, from, to);
            return;
        }
        splicer.deleteLines(dash(from), spans.get(to - 1).end());
    }

    /** Inserts before the item {@code at}, or at the end. */
    private void insert(int at, List<?> values) throws EditException {
        String items = values.stream().map(YamlText::flow).collect(Collectors.joining(", "));
        if (!list.flow()) {
            insertLines(at, values);
        } else if (spans.isEmpty()) {
            splicer.insert(list.span().start() + 1, items);
        } else if (at > 0) {
            splicer.insert(spans.get(at - 1).end(), ", " + items);
        } else {
            splicer.insert(spans.get(0).start(), items + ", ");
        }
    }

    private void insertLines(int at, List<?> values) throws EditException {
        String indent = " ".repeat(splicer.indent(dash(0)));
        StringBuilder lines = new StringBuilder();
        for (Object value : values) {
            lines.append(indent).append("- ").append(YamlText.flow(value)).append(splicer.lineEnd());
        }
        if (at == 0) {
            splicer.insert(dash(0) - indent.length(), lines.toString());
        } else {
            int end = spans.get(at - 1).end();
            splicer.insert(splicer.nextLine(end), splicer.newLineBefore(end) + lines);
        }
    }

    private int dash(int item) {
        return splicer.text().lastIndexOf('-', spans.get(item).start() - 1);
    }
}
