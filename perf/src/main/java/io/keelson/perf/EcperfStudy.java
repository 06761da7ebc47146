package io.keelson.perf;

import io.keelson.perf.ecperf.Driver;
import io.keelson.perf.ecperf.Report;
import io.keelson.perf.ecperf.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The study of ECperf's business model: business operations a minute out of the box, and the highest injection rate after each step by
 * which the seed removes contention. And the fate of purchase orders whose transaction fails after they were sent. Run it with
 * {@code perf/run ecperf}; see perf/README.md and docs/study-ecperf.md.
 */
public final class EcperfStudy {
    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    private static final List<String> QUICK = List.of(
            "--steps", "out-of-the-box,rows,agent,queue,optimistic",
            "--one", "40",
            "--first", "32",
            "--ramp", "2",
            "--seconds", "8",
            "--warm-up", "10",
            "--most", "64",
            "--near", "2",
            "--attempts", "2",
            "--repeats", "1",
            "--aborts", "5",
            "--halts", "1");
    private static final int DELIVER_MILLIS = 1000;
    private static final int DRAIN_SECONDS = 300;
    private static final int LEAST_WARM_RATE = 5;
    private static final int MOST_SERVERS = 8;

    private final Options options;
    private final EcperfServers servers;
    private final EcperfReport report;
    private final Driver.Times times;
    private final List<String> inconsistencies = new ArrayList<>();

    private EcperfStudy(Options options, EcperfServers servers, EcperfReport report) {
        this.options = options;
        this.servers = servers;
        this.report = report;
        this.times = new Driver.Times(options.number("confirm"), DELIVER_MILLIS, DRAIN_SECONDS);
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("steps", EcperfStep.ALL.stream().map(EcperfStep::name).collect(Collectors.joining(",")));
        defaults.put("database", "h2");
        defaults.put("servers", "1");
        defaults.put("confirm", "200");
        defaults.put("warm-up", "30");
        defaults.put("one", "60");
        defaults.put("first", "0");
        defaults.put("ramp", "10");
        defaults.put("seconds", "60");
        defaults.put("most", "256");
        defaults.put("near", "1.15");
        defaults.put("attempts", "2");
        defaults.put("repeats", "5");
        defaults.put("aborts", "200");
        defaults.put("halts", "200");
        defaults.put("seed", "1");
        defaults.put("out", "studies");
        return defaults;
    }

    /** Arguments: distribution, work directory, options; {@code --quick} takes less than ten minutes. See perf/README.md. */
    public static void main(String[] args) throws Exception {
        new StudyCommand("ecperf", defaults(), QUICK).run(args, 2, options -> study(args, options));
    }

    private static void study(String[] args, Options options) throws Exception {
        Path distribution = Path.of(args[0]).toRealPath();
        String database = options.text("database");
        if (!EcperfDatabase.NAMES.contains(database)) {
            throw new WrongOptionException(
                    "there is no database " + database + "; databases are " + EcperfDatabase.NAMES);
        }
        int members = options.number("servers");
        if (members < 1 || members > MOST_SERVERS) {
            throw new WrongOptionException("the option --servers takes a number from 1 to " + MOST_SERVERS);
        }
        if (members > 1 && database.equals("h2")) {
            throw new WrongOptionException("H2 is a part of one server; several take --database postgres or mariadb");
        }
        if (members > 1 && options.number("aborts") + options.number("halts") > 0) {
            throw new WrongOptionException("several servers take --aborts 0 --halts 0: faults are made in one");
        }
        List<EcperfStep> steps = options.list("steps", EcperfStep::of);
        Path out = Files.createDirectories(Path.of(options.text("out")).toAbsolutePath());
        EcperfReport report = new EcperfReport(distribution, options, JVM);
        Path modules = Path.of(System.getProperty("keelson.perf.ecperf", "perf/ecperf"));
        try (EcperfServers servers =
                new EcperfServers(distribution, modules, Path.of(args[1]).toRealPath(), JVM, database, members)) {
            EcperfStudy study = new EcperfStudy(options, servers, report);
            for (EcperfStep step : steps) {
                study.step(step);
                report.write(out);
            }
            study.failures();
            report.write(out);
            System.out.println(report.markdown());
            System.err.println("written to " + out);
            if (!study.inconsistencies.isEmpty()) {
                throw new IOException("the data is not consistent: " + study.inconsistencies);
            }
        }
    }

    private void step(EcperfStep step) throws IOException, InterruptedException {
        EcperfServers.Application application = servers.deploy(step, false);
        Driver driver = new Driver(application.site(), times);
        int first = report.hasBase() && options.number("first") > 0 ? options.number("first") : report.firstRate();
        report.cold(step, warmUp(step, application, driver, Math.max(LEAST_WARM_RATE, first / 2)));
        double ramp = options.decimal("ramp");
        double seconds = options.decimal("seconds");
        if (!report.hasBase()) {
            report.base(run(step, application, driver, 1, ramp, options.decimal("one"), true));
        }
        HighestRate search =
                new HighestRate(options.number("most"), options.decimal("near"), options.number("attempts"));
        Map<Integer, RunResult> met = new HashMap<>();
        int highest = search.find(first, rate -> {
            if (step.keepsRows()) {
                // Rows of another rate would be answered from memory: the server begins anew, and warms up with this
                // rate's.
                servers.startAgain(application);
                warmUp(step, application, driver, rate);
            }
            RunResult result = run(step, application, driver, rate, ramp, seconds, true);
            if (result.misses().isEmpty()) {
                met.put(rate, result);
                return HighestRate.Verdict.MET;
            }
            return result.missesByFar() ? HighestRate.Verdict.MISSED_BY_FAR : HighestRate.Verdict.MISSED;
        });
        RunResult best = met.get(highest);
        report.best(step, best);
        for (int i = 1; best != null && i < options.number("repeats"); i++) {
            run(step, application, driver, highest, ramp, seconds, true);
        }
    }

    private RunResult warmUp(EcperfStep step, EcperfServers.Application application, Driver driver, int rate)
            throws IOException, InterruptedException {
        return run(step, application, driver, rate, 1, options.decimal("warm-up"), false);
    }

    private RunResult run(
            EcperfStep step,
            EcperfServers.Application application,
            Driver driver,
            int rate,
            double ramp,
            double seconds,
            boolean measured)
            throws IOException, InterruptedException {
        EcperfUse use = new EcperfUse(servers, application);
        RunResult result = driver.run(rate, ramp, seconds, Long.parseLong(options.text("seed")), use);
        System.err.println(step.name() + ", " + Report.text(result) + "; " + use);
        report.add(step, result, use, measured);
        result.inconsistencies().forEach(fault -> inconsistencies.add(step.name() + ": " + fault));
        return result;
    }

    private void failures() throws IOException, InterruptedException {
        if (options.number("aborts") + options.number("halts") == 0) {
            return;
        }
        for (String name : List.of("rows", "queue")) {
            EcperfStep step = EcperfStep.of(name);
            EcperfFailures.Outcome outcome =
                    new EcperfFailures(servers, step).run(options.number("aborts"), options.number("halts"));
            System.err.println(step.name() + ", " + outcome);
            report.failures(step, outcome);
            if (step.sending().equals("queue")) {
                inconsistencies.addAll(outcome.faults());
            } else {
                // Orphans are what this way of sending is known for; all else has to be right.
                outcome.faults().stream()
                        .filter(fault -> !fault.startsWith("orphan"))
                        .forEach(inconsistencies::add);
            }
        }
    }
}
