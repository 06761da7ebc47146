package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cost of keeping sessions, as users see it: virtual users with a time to think carry out business transactions of 15 kinds, each
 * with a target for its response time, on two servers; a row for each way to keep the sessions. First the most users a server are looked
 * for at which 99 % of the transactions of the first row still meet their targets, and the servers take no more of the processors than
 * they may; with so many all rows are measured, in turns; then the knee of each row. Run it with {@code perf/run users}; see
 * perf/README.md.
 */
public final class UsersStudy {
    private static final double SHARE = 0.99;

    private final UsersDomain domain;
    private final Options options;
    private final int folders;
    private final List<UsersRow> rows;

    private UsersStudy(UsersDomain domain, Options options, int folders, List<UsersRow> rows) {
        this.domain = domain;
        this.options = options;
        this.folders = folders;
        this.rows = rows;
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put(
                "rows", String.join(",", UsersRow.ALL.stream().map(UsersRow::id).toList()));
        defaults.put("folders", "2,10,50");
        defaults.put("users", "0");
        defaults.put("first", "660");
        defaults.put("think", "1000");
        defaults.put("work", "1");
        defaults.put("processors", "100");
        defaults.put("rounds", "3");
        defaults.put("seconds", "10");
        defaults.put("warm-up", "5");
        defaults.put("knees", "yes");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, work directory, options; see perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("users", defaults()).run(args, 2, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path work = Path.of(args[1]).toRealPath();
        Path out = Files.createDirectories(Path.of(options.text("out")).toAbsolutePath());
        List<UsersRow> rows = options.list("rows", UsersRow::of);
        List<UsersReport.Part> parts = new ArrayList<>();
        try (UsersDomain domain = new UsersDomain(Path.of(args[0]).toRealPath(), work, rows)) {
            for (int folders : options.list("folders", Integer::valueOf)) {
                List<UsersRow> fitting =
                        rows.stream().filter(row -> row.takes(folders)).toList();
                UsersReport.Part part = new UsersStudy(domain, options, folders, fitting).run();
                parts.add(part);
                Files.writeString(out.resolve("users-" + folders + ".csv"), part.csv());
            }
        }
        UsersReport report = new UsersReport(parts, Long.parseLong(options.text("seed")));
        Files.writeString(out.resolve("users.md"), report.markdown());
        Files.writeString(out.resolve("users.svg"), report.chart());
        System.out.println(report.markdown());
        System.err.println("written to " + out);
    }

    private UsersReport.Part run() throws IOException, InterruptedException {
        UsersRow first = rows.get(0);
        compile(first, options.number("first"));
        int users = options.number("users");
        Map<String, Integer> knees = new LinkedHashMap<>();
        if (users == 0) {
            users = knee(first, options.number("first"));
            knees.put(first.id(), users);
        }
        if (users == 0) {
            throw new IOException("of no number of users the transactions meet their targets");
        }
        Map<String, List<UsersSample>> samples = samples(users);
        if (options.text("knees").equals("yes")) {
            for (UsersRow row : rows) {
                if (row.divisor() == 1 && !knees.containsKey(row.id())) {
                    knees.put(row.id(), knee(row, users));
                }
            }
        }
        return new UsersReport.Part(folders, users, parameters(), samples, knees);
    }

    private Map<String, List<UsersSample>> samples(int users) throws IOException, InterruptedException {
        Map<String, List<UsersSample>> samples = new LinkedHashMap<>();
        for (UsersRow row : rows) {
            samples.put(row.id(), new ArrayList<>());
            compile(row, users);
        }
        for (int round = 0; round < options.number("rounds"); round++) {
            for (UsersRow row : rows) {
                samples.computeIfAbsent(row.id(), id -> new ArrayList<>())
                        .add(turn(row, Math.max(1, users / row.divisor()), options.decimal("seconds")));
            }
        }
        return samples;
    }

    private int knee(UsersRow row, int from) throws IOException, InterruptedException {
        double most = options.decimal("processors") / 100;
        return new Knee(SHARE).find(from, users -> {
            UsersSample sample = turn(row, users, options.decimal("seconds"));
            return sample.processors() > most ? 0 : sample.seen().share();
        });
    }

    /**
     * Many transactions with little work each, by few users: the JVM compiles what keeps the sessions too, and is not overloaded
     * meanwhile.
     */
    private void compile(UsersRow row, int users) throws IOException, InterruptedException {
        int work = options.number("work");
        turn(row, Math.max(1, users / 4), 1, options.decimal("think") / work, options.decimal("warm-up"));
    }

    private UsersSample turn(UsersRow row, int users, double seconds) throws IOException, InterruptedException {
        return turn(row, users, options.number("work"), options.decimal("think"), seconds);
    }

    private UsersSample turn(UsersRow row, int users, int work, double thinkMillis, double seconds)
            throws IOException, InterruptedException {
        UsersSample sample = domain.turn(
                row,
                folders,
                users,
                work,
                thinkMillis,
                options.decimal("warm-up"),
                seconds,
                Long.parseLong(options.text("seed")));
        System.err.printf(
                Locale.ROOT,
                "%d folders, %s, %d users a server: %.2f %% within target, %.0f/s, p90 %.0f ms, %d "
                        + "failed, %d wrong, processors %.0f %%, generator %.0f %%%n",
                folders,
                row.id(),
                users,
                100 * sample.seen().share(),
                sample.perSecond(),
                sample.seen().p90() / 1000,
                sample.seen().failed(),
                sample.seen().wrong(),
                100 * sample.processors(),
                100 * sample.seen().generatorShare());
        return sample;
    }

    private Map<String, String> parameters() {
        Map<String, String> shown = new LinkedHashMap<>();
        for (String name : List.of("think", "work", "rounds", "seconds", "warm-up", "seed")) {
            shown.put(name, options.text(name));
        }
        shown.put("jdk", System.getProperty("java.version"));
        shown.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        return shown;
    }
}
