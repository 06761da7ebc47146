package io.keelson.perf;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The tables of the study of transactions: medians of the rounds, and ratios of Keelson to the other within the run. Used by one thread.
 */
final class TransactionsReport {
    private static final String OURS = "keelson";

    private final String conditions;
    private final long seed;
    private final Map<TransactionRow, Map<String, List<CallCosts>>> costs = new LinkedHashMap<>();
    private final Map<Integer, Map<String, List<TransactionRate>>> rates = new LinkedHashMap<>();

    TransactionsReport(String conditions, long seed) {
        this.conditions = conditions;
        this.seed = seed;
    }

    /** Adds a row of calls: the turns of each server in the order of the rounds. */
    void add(TransactionRow row, Map<String, List<CallCosts>> turns) {
        costs.put(row, turns);
    }

    /** Adds transactions over two databases with so many threads. */
    void add(int threads, Map<String, List<TransactionRate>> turns) {
        rates.put(threads, turns);
    }

    String markdown() {
        StringBuilder text = new StringBuilder(conditions).append('\n');
        if (!costs.isEmpty()) {
            text.append(
                    "\n| Calls | Server | CPU more than without, us | CPU with, us | CPU without, us | more bytes |\n"
                            + "|---|---|---|---|---|---|\n");
            costs.forEach((row, servers) -> {
                servers.forEach((server, turns) -> text.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %.2f | %.2f | %.2f | %.0f |%n",
                        row.title(),
                        server,
                        median(turns, CallCosts::more) / 1_000,
                        median(turns, CallCosts::with) / 1_000,
                        median(turns, CallCosts::without) / 1_000,
                        median(turns, CallCosts::moreBytes))));
                others(servers)
                        .forEach((server, turns) -> text.append(String.format(
                                Locale.ROOT,
                                "| %s | %s / %s | %s | %s | | |%n",
                                row.title(),
                                OURS,
                                server,
                                ratio(servers, turns, CallCosts::more),
                                ratio(servers, turns, CallCosts::with))));
            });
        }
        if (!rates.isEmpty()) {
            text.append(
                    "\n| Two databases, threads | Server | transactions/s | server CPU of one, us |\n|---|---|---|---|\n");
            rates.forEach((threads, servers) -> {
                servers.forEach((server, turns) -> text.append(String.format(
                        Locale.ROOT,
                        "| %d | %s | %,.0f | %.0f |%n",
                        threads,
                        server,
                        median(turns, TransactionRate::perSecond),
                        median(turns, TransactionRate::cpu))));
                others(servers)
                        .forEach((server, turns) -> text.append(String.format(
                                Locale.ROOT,
                                "| %d | %s / %s | %s | %s |%n",
                                threads,
                                OURS,
                                server,
                                ratio(servers, turns, TransactionRate::perSecond),
                                ratio(servers, turns, TransactionRate::cpu))));
            });
        }
        return text.toString();
    }

    String csv() {
        StringBuilder text = new StringBuilder("row,server,round,")
                .append(CallCosts.COLUMNS)
                .append(',')
                .append(TransactionRate.COLUMNS)
                .append('\n');
        costs.forEach((row, servers) -> servers.forEach((server, turns) -> lines(
                text,
                row.id(),
                server,
                turns.stream().map(turn -> turn.csv() + ",,").toList())));
        rates.forEach((threads, servers) -> servers.forEach((server, turns) -> lines(
                text,
                TransactionRow.TWO.id() + "-" + threads,
                server,
                turns.stream().map(turn -> ",,,," + turn.csv()).toList())));
        return text.toString();
    }

    private static void lines(StringBuilder text, String row, String server, List<String> turns) {
        for (int i = 0; i < turns.size(); i++) {
            text.append(String.format(Locale.ROOT, "%s,%s,%d,%s%n", row, server, i + 1, turns.get(i)));
        }
    }

    /** Returns the servers that ours is compared with; none where ours was not measured. */
    private static <T> Map<String, List<T>> others(Map<String, List<T>> servers) {
        Map<String, List<T>> others = new LinkedHashMap<>(servers);
        return others.remove(OURS) == null ? Map.of() : others;
    }

    private static <T> double[] figures(List<T> turns, ToDoubleFunction<T> figure) {
        return turns.stream().mapToDouble(figure).toArray();
    }

    private static <T> double median(List<T> turns, ToDoubleFunction<T> figure) {
        return Statistics.median(figures(turns, figure));
    }

    private <T> String ratio(Map<String, List<T>> servers, List<T> below, ToDoubleFunction<T> figure) {
        return Statistics.ratio(figures(servers.getOrDefault(OURS, List.of()), figure), figures(below, figure), seed)
                .toString();
    }
}
