package io.keelson.admin;

import io.keelson.admin.telemetry.Figure;
import io.keelson.admin.telemetry.Metric;
import io.keelson.admin.telemetry.Metric.Kind;
import io.keelson.base.measure.Described.Unit;
import io.keelson.base.measure.Distribution;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Metrics as a page that Prometheus reads. Each format is immutable. */
enum MetricsText {
    /** The text format of Prometheus, version 0.0.4. */
    PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
    /** OpenMetrics 1.0: a counter's metric is called without {@code _total}, units are said, and the page has an end. */
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

    private final String type;

    MetricsText(String type) {
        this.type = type;
    }

    /** Its media type. */
    String type() {
        return type;
    }

    /** All of them; those of one name are together. */
    String of(List<Metric> metrics) {
        StringBuilder text = new StringBuilder();
        for (Metric metric : metrics) {
            head(text, metric);
            for (Figure one : metric.figures()) {
                Distribution spread = one.distribution();
                if (spread == null) {
                    line(text, metric.name(), one.labels(), "", number(one.value()));
                } else {
                    spread(text, metric.name(), one.labels(), spread);
                }
            }
        }
        if (this == OPEN_METRICS) {
            text.append("# EOF\n");
        }
        return text.toString();
    }

    private void head(StringBuilder text, Metric metric) {
        String name = metric.name();
        if (this == OPEN_METRICS && metric.kind() == Kind.COUNTER) {
            name = name.substring(0, name.length() - Metric.TOTAL.length());
        }
        if (!metric.help().isEmpty()) {
            text.append("# HELP ").append(name).append(' ');
            escape(text, metric.help(), this == OPEN_METRICS);
            text.append('\n');
        }
        text.append("# TYPE ")
                .append(name)
                .append(' ')
                .append(kind(metric.kind()))
                .append('\n');
        if (this == OPEN_METRICS && metric.unit() != Unit.NONE) {
            text.append("# UNIT ")
                    .append(name)
                    .append(' ')
                    .append(metric.unit().name().toLowerCase(Locale.ROOT))
                    .append('\n');
        }
    }

    private String kind(Kind kind) {
        return switch (kind) {
            case COUNTER -> "counter";
            case GAUGE -> "gauge";
            case HISTOGRAM -> "histogram";
            case UNKNOWN -> this == OPEN_METRICS ? "unknown" : "untyped";
        };
    }

    /** Each range counts what is in those below it, too. */
    private static void spread(StringBuilder text, String name, Map<String, String> labels, Distribution spread) {
        long so = 0;
        for (int i = 0; i < spread.counts().size(); i++) {
            so += spread.counts().get(i);
            String bound = i < spread.bounds().size() ? spread.bounds().get(i).toString() : "+Inf";
            line(text, name + "_bucket", labels, bound, Long.toString(so));
        }
        line(text, name + "_count", labels, "", Long.toString(so));
        line(text, name + "_sum", labels, "", number(spread.sum()));
    }

    private static void line(StringBuilder text, String name, Map<String, String> labels, String bound, String value) {
        text.append(name).append('{');
        String separator = "";
        for (Map.Entry<String, String> label : labels.entrySet()) {
            text.append(separator).append(label.getKey()).append("=\"");
            escape(text, label.getValue(), true);
            text.append('"');
            separator = ",";
        }
        if (!bound.isEmpty()) {
            text.append(separator).append("le=\"").append(bound).append('"');
        }
        text.append("} ").append(value).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static void escape(StringBuilder to, String text, boolean quotes) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> to.append("\\\\");
                case '"' -> to.append(quotes ? "\\\"" : "\"");
                case '\n' -> to.append("\\n");
                default -> to.append(c);
            }
        }
    }
}
