package io.keelson.resource;

import io.keelson.base.config.Configuration;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.naming.NameUse;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.DataSourceTests.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a configuration can be applied to the data sources of a server, and names everything that stands in the way. Changes
 * nothing. Called by one thread at a time, that of the kernel.
 */
final class ChangeCheck {
    /** All servers have to answer within ten seconds. */
    private static final Duration TEST_LIMIT = Duration.ofSeconds(4);

    private static final int MOST_TESTS = 64;

    /** A configuration is checked twice, before it is decided and when it is applied; the second time it must not be another answer. */
    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private final DomainDataSources sources;
    private final Naming naming;
    private final Connectors connectors;
    private final Ticker ticker;
    private final ConnectionTest test;
    private final Map<DataSourceSettings, Long> reached = new HashMap<>();

    ChangeCheck(DomainDataSources sources, Naming naming, Connectors connectors, Ticker ticker) {
        this.sources = sources;
        this.naming = naming;
        this.connectors = connectors;
        this.ticker = ticker;
        this.test = new ConnectionTest(ticker, TEST_LIMIT, MOST_TESTS);
    }

    /**
     * Checks a configuration, and returns its changes here.
     *
     * @throws IllegalArgumentException when it cannot be applied; the message has all reasons
     */
    DomainDataSources.Change check(Configuration next) throws InterruptedException {
        List<String> reasons = new ArrayList<>();
        twice(next.all(DataSourceSettings.class), reasons);
        Map<String, DataSourceSettings> wanted = sources.here(next);
        used(wanted, reasons);
        taken(wanted, reasons);
        Map<String, Connectors.Making> makings = makings(wanted, reasons);
        if (reasons.isEmpty()) {
            reach(wanted, makings.keySet(), reasons);
        }
        if (!reasons.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", reasons));
        }
        return new DomainDataSources.Change(wanted, makings);
    }

    // ---- names -----------------------------------------------------------------------------------------------------

    /** Of all servers: each refuses it, so that it does not depend on which of them runs. */
    private static void twice(Map<String, DataSourceSettings> all, List<String> reasons) {
        List<Map.Entry<String, DataSourceSettings>> entries = new ArrayList<>(all.entrySet());
        for (int i = 0; i < entries.size(); i++) {
            for (int j = 0; j < i; j++) {
                Map.Entry<String, DataSourceSettings> one = entries.get(j);
                Map.Entry<String, DataSourceSettings> other = entries.get(i);
                if (one.getValue().meets(other.getValue())) {
                    twice(one, other, reasons);
                }
            }
        }
    }

    private static void twice(
            Map.Entry<String, DataSourceSettings> one,
            Map.Entry<String, DataSourceSettings> other,
            List<String> reasons) {
        for (String name : one.getValue().names(one.getKey())) {
            for (String also : other.getValue().names(other.getKey())) {
                if (normal(name).startsWith(normal(also)) || normal(also).startsWith(normal(name))) {
                    reasons.add("data-sources." + one.getKey() + " is to be bound as " + name + " and data-sources."
                            + other.getKey() + " as " + also
                            + " on the same server; give one of them other jndi-names or other servers");
                }
            }
        }
    }

    /** Form of the tree, {@code /jdbc//orders} is {@code jdbc/orders}, with a slash at its end: one that begins another is on its way. */
    private static String normal(String name) {
        return (name + "/").replaceAll("/+", "/").replaceAll("^/", "");
    }

    private void used(Map<String, DataSourceSettings> wanted, List<String> reasons) {
        sources.described().forEach((name, was) -> {
            DataSourceSettings is = wanted.get(name);
            Set<String> gone = new HashSet<>(was.names(name));
            if (is != null) {
                gone.removeAll(is.names(name));
                moved(name, was, is, reasons);
            } else {
                gone.add(name); // the server's own may know it by its entry
                if (name.equals(DomainDataSources.DEFAULT)) {
                    gone.add("java:comp/" + name);
                }
            }
            String users = users(gone, false);
            if (!users.isEmpty()) {
                reasons.add("data-sources." + name
                        + (is == null ? " cannot go" : " cannot give up the name " + String.join(", ", gone))
                        + " while it is used by " + users
                        + "; undeploy what uses it, or let that use something else, and then change it");
            }
        });
    }

    private void moved(String name, DataSourceSettings was, DataSourceSettings is, List<String> reasons) {
        Set<String> names = new HashSet<>(was.names(name));
        names.add(name);
        String users = was.leadsTo(is) ? "" : users(names, true);
        if (!users.isEmpty()) {
            reasons.add("data-sources." + name
                    + " cannot lead to another database (url, driver-class, properties) while "
                    + users + " are kept there: for a moment some servers would look here and some there; stop these"
                    + " servers first");
        }
    }

    private String users(Collection<String> names, boolean content) {
        return names.stream()
                .flatMap(each -> naming.uses(each).stream())
                .filter(use -> use.content() || !content)
                .map(NameUse::by)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Refuses names that others have bound, and those of contexts. Names that data sources have now are theirs, or given back before. */
    private void taken(Map<String, DataSourceSettings> wanted, List<String> reasons) {
        Map<String, DataSourceSettings> now = sources.described();
        Set<String> ours = new HashSet<>();
        now.forEach((name, each) -> ours.addAll(each.names(name)));
        wanted.forEach((name, each) -> {
            for (String as : each.names(name)) {
                if (!ours.contains(as)) {
                    try {
                        naming.checkFree(as);
                    } catch (NamingException e) {
                        reasons.add("data-sources." + name + " cannot be bound as " + as + ": " + e.getMessage());
                    }
                }
            }
        });
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    private Map<String, Connectors.Making> makings(Map<String, DataSourceSettings> wanted, List<String> reasons) {
        Map<String, Connectors.Making> makings = new LinkedHashMap<>();
        wanted.forEach((name, each) -> {
            if (sources.needsPool(name, each)) {
                DataSourceSettings now = sources.described().get(name);
                boolean broken = now != null && now.connectsAs(each); // not this change's fault
                Connectors.Making making = connectors.of(each);
                try {
                    Connector made = making.get();
                    ResourceLog.LOG.debugf("%s would connect by %s", name, made);
                    makings.put(name, making);
                } catch (IllegalArgumentException e) {
                    if (!broken) {
                        reasons.add("data-sources." + name + ": " + e.getMessage());
                    }
                }
            }
        });
        return makings;
    }

    private void reach(Map<String, DataSourceSettings> wanted, Set<String> names, List<String> reasons)
            throws InterruptedException {
        long now = ticker.nanoTime();
        reached.values().removeIf(since -> now - since > REMEMBERED.toNanos());
        Map<String, FutureTask<Outcome>> tests = new LinkedHashMap<>();
        for (String name : names) {
            DataSourceSettings each = wanted.get(name);
            if (each != null && each.testAtActivation() && !reached.containsKey(each)) {
                FutureTask<Outcome> work = new FutureTask<>(() -> test.of(new ConnectionTest.Subject(
                        name, Connector.shown(each.url()), connectors.of(each), each.testQuery())));
                tests.put(name, work);
                Threads.daemon("keelson.resource: test of " + name + " at activation", work)
                        .start();
            }
        }
        for (Map.Entry<String, FutureTask<Outcome>> each : tests.entrySet()) {
            String failure = failure(each.getValue());
            DataSourceSettings tested = wanted.get(each.getKey());
            if (failure != null) {
                reasons.add("data-sources." + each.getKey()
                        + " does not reach its database, and test-at-activation asks for that: " + failure);
            } else if (tested != null) {
                reached.put(tested, now);
            }
        }
    }

    private static @Nullable String failure(FutureTask<Outcome> test) throws InterruptedException {
        try {
            Outcome outcome = test.get();
            return outcome.reached() ? null : String.join("; ", outcome.causes());
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        }
    }
}
