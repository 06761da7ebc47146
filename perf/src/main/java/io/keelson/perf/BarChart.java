package io.keelson.perf;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Horizontal bars in panels, two panels a row, as SVG: the median as the bar, least and greatest as a line over it. Every panel has
 * its own scale, which begins at 0.
 *
 * @param title over all
 * @param panels in reading order
 */
record BarChart(String title, List<Panel> panels) {
    private static final int PANEL_WIDTH = 480;
    private static final int LABEL = 160;
    private static final int BAR = 18;
    private static final int STEP = 26;
    private static final int HEAD = 40;
    private static final int MARGIN = 20;

    /** One panel. */
    record Panel(String title, List<Bar> bars) {}

    /**
     * One bar.
     *
     * @param label beside it
     * @param ours whether it is drawn to stand out
     * @param values of the rounds; at least one
     */
    record Bar(String label, boolean ours, double[] values) {
        double least() {
            return Arrays.stream(values).min().orElseThrow();
        }

        double greatest() {
            return Arrays.stream(values).max().orElseThrow();
        }
    }

    String svg() {
        int most = panels.stream().mapToInt(panel -> panel.bars().size()).max().orElse(0);
        int panelHeight = HEAD + most * STEP + MARGIN;
        int rows = (panels.size() + 1) / 2;
        StringBuilder out = new StringBuilder();
        add(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">",
                2 * PANEL_WIDTH,
                HEAD + rows * panelHeight);
        add(out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
        add(out, "<text x=\"%d\" y=\"24\" font-size=\"15\">%s</text>", MARGIN, escape(title));
        for (int i = 0; i < panels.size(); i++) {
            panel(out, panels.get(i), i % 2 * PANEL_WIDTH, HEAD + i / 2 * panelHeight);
        }
        return out.append("</svg>\n").toString();
    }

    private static void panel(StringBuilder out, Panel panel, int x, int y) {
        double scale = (PANEL_WIDTH - LABEL - 4.0 * MARGIN)
                / panel.bars().stream().mapToDouble(Bar::greatest).max().orElse(1);
        add(out, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>", x + MARGIN, y + 24, escape(panel.title()));
        int top = y + HEAD;
        for (Bar bar : panel.bars()) {
            bar(out, bar, x + LABEL, top, scale);
            top += STEP;
        }
    }

    private static void bar(StringBuilder out, Bar bar, int x, int y, double scale) {
        double median = Statistics.median(bar.values());
        double middle = y + BAR / 2.0;
        add(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", x - 6, middle + 4, escape(bar.label()));
        add(
                out,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                x,
                y,
                median * scale,
                BAR,
                bar.ours() ? "#2f6f9f" : "#a9b4bd");
        add(
                out,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#222222\" stroke-width=\"1.5\"/>",
                x + bar.least() * scale,
                middle,
                x + bar.greatest() * scale,
                middle);
        add(
                out,
                "<text x=\"%.1f\" y=\"%.1f\">%s</text>",
                x + Math.max(median, bar.greatest()) * scale + 6,
                middle + 4,
                String.format(Locale.ROOT, median < 100 ? "%.2f" : "%,.0f", median));
    }

    private static void add(StringBuilder out, String form, Object... arguments) {
        out.append(String.format(Locale.ROOT, form, arguments)).append('\n');
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
