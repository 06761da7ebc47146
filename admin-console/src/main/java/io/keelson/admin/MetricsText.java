package io.keelson.admin;

import io.keelson.admin.telemetry.Figure;
import io.keelson.admin.telemetry.Figures;
import java.util.Map;

/** Figures in the text format of Prometheus, version 0.0.4. The types are {@code untyped}, as a record does not say what only grows. */
final class MetricsText {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private MetricsText() {}

    /** All of them; those of one name are together. */
    static String of(Figures figures) {
        StringBuilder text = new StringBuilder();
        figures.byName().forEach((name, all) -> {
            text.append("# TYPE ").append(name).append(" untyped\n");
            all.forEach(one -> line(text, one));
        });
        return text.toString();
    }

    private static void line(StringBuilder text, Figure one) {
        text.append(one.name()).append('{');
        String separator = "";
        for (Map.Entry<String, String> label : one.labels().entrySet()) {
            text.append(separator).append(label.getKey()).append("=\"");
            escape(text, label.getValue());
            text.append('"');
            separator = ",";
        }
        double value = one.value();
        text.append("} ");
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            text.append((long) value);
        } else {
            text.append(value);
        }
        text.append('\n');
    }

    private static void escape(StringBuilder to, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> to.append("\\\\");
                case '"' -> to.append("\\\"");
                case '\n' -> to.append("\\n");
                default -> to.append(c);
            }
        }
    }
}
