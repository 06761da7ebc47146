package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Resource with a histogram of the server's heap: {@code /management/v1/server/heap-histogram}. Thread-safe; one histogram at a time
 * is made.
 */
final class HeapResource {
    private static final int MOST = 10_000;
    private static final String USUAL = "100";
    private static final Pattern ROW = Pattern.compile("(?m)^ *\\d+: +(\\d+) +(\\d+) +(\\S+)");

    private final ReentrantLock one = new ReentrantLock();

    List<Route> routes() {
        return List.of(Route.of("POST", "server/heap-histogram", Role.OPERATOR, this::make)
                .says("counts the objects on the heap by their classes; the server stands still meanwhile")
                .query("limit", Schema.whole(1, MOST))
                .query("all", Schema.TRUTH)
                .answers(
                        200,
                        Schema.object(
                                        "classes",
                                        Schema.list(Schema.object()
                                                .with("class", Schema.TEXT)
                                                .with("instances", Schema.INTEGER)
                                                .with("bytes", Schema.INTEGER)))
                                .with("instances", Schema.INTEGER)
                                .with("bytes", Schema.INTEGER)));
    }

    private Answer make(Call call) throws Problem {
        Map<String, String> query = call.query(Set.of("limit", "all"));
        String limit = query.getOrDefault("limit", USUAL);
        if (!limit.matches("[1-9]\\d{0,4}") || Integer.parseInt(limit) > MOST) {
            throw Problem.badRequest("The parameter 'limit' is a number from 1 to " + MOST);
        }
        if (!one.tryLock()) {
            throw Problem.notDone(409, "Under way", "A histogram is being made; ask again when it is done", List.of());
        }
        try {
            return answer(histogram(call.flag(query, "all")), Integer.parseInt(limit));
        } catch (JMException e) {
            throw Problem.notDone(
                    501, "Not implemented", "This JVM does not count objects by class: " + e.getMessage(), List.of());
        } finally {
            one.unlock();
        }
    }

    /**
     * The JVM's own text.
     *
     * @param all also what nobody refers to any more; without it the JVM collects first
     */
    private static String histogram(boolean all) throws JMException {
        Object text = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {all ? new String[] {"-all"} : new String[0]},
                        new String[] {String[].class.getName()});
        return String.valueOf(text);
    }

    private static Answer answer(String text, int most) {
        JsonArrayBuilder classes = Answer.JSON.createArrayBuilder();
        long instances = 0;
        long bytes = 0;
        int shown = 0;
        Matcher row = ROW.matcher(text);
        while (row.find()) {
            instances += Long.parseLong(row.group(1));
            bytes += Long.parseLong(row.group(2));
            if (shown++ < most) {
                classes.add(Answer.JSON
                        .createObjectBuilder()
                        .add("class", row.group(3))
                        .add("instances", Long.parseLong(row.group(1)))
                        .add("bytes", Long.parseLong(row.group(2))));
            }
        }
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("classes", classes)
                        .add("instances", instances)
                        .add("bytes", bytes)
                        .build());
    }
}
