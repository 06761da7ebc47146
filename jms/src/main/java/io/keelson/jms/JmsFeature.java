package io.keelson.jms;

import io.keelson.kernel.management.ConsolePage;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.FeatureOperation.Kind;
import io.keelson.kernel.management.FeatureOperation.Request;
import io.keelson.kernel.management.FeatureOperation.Work;
import io.keelson.kernel.management.ManagementFeature;
import io.keelson.kernel.management.Role;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The management of messages: the commands {@code keelson jms}, their resources of REST, and the page of the console. */
public final class JmsFeature implements ManagementFeature {
    private static final String BELOW = "jms/destinations/{name}";
    private static final String BRIDGE = "jms/bridges/{name}";
    private static final int SHOWN = 20;
    private static final int MOST = 10_000;

    /** For {@link java.util.ServiceLoader}. */
    public JmsFeature() {}

    @Override
    public String name() {
        return "jms";
    }

    @Override
    public String help() {
        return "Shows queues, topics, connections and bridges, browses, saves, loads, moves and deletes messages, pauses and resumes.";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(JmsAdministration.class);
    }

    private static FeatureOperation operation(
            Kind kind,
            String path,
            Role least,
            String summary,
            Class<? extends Record> answer,
            Work<JmsAdministration> work) {
        return FeatureOperation.of(kind, path, least, summary).answers(answer).handledBy(JmsAdministration.class, work);
    }

    @Override
    public List<FeatureOperation> operations() {
        return List.of(
                operation(
                                Kind.READ,
                                "jms/destinations",
                                Role.MONITOR,
                                "lists queues and topics with their figures",
                                JmsDestinationList.class,
                                (server, request) -> server.list())
                        .command("list"),
                operation(
                                Kind.READ,
                                "jms/stores",
                                Role.MONITOR,
                                "lists message stores that are open here, with their size and their copies on other servers",
                                JmsStoreList.class,
                                (server, request) -> server.stores())
                        .command("stores"),
                operation(
                                Kind.READ,
                                "jms/connections",
                                Role.MONITOR,
                                "lists connections, sessions and consumers with what they have in flight",
                                JmsConnectionList.class,
                                (server, request) -> server.connections())
                        .command("connections"),
                selecting(operation(
                                Kind.READ,
                                BELOW + "/messages",
                                Role.OPERATOR,
                                "shows messages of a queue that are ready, with the beginning of their bodies",
                                JmsMessageList.class,
                                (server, request) -> server.messages(
                                        request.variable("name"),
                                        selector(request),
                                        (int) request.number("count", SHOWN, 1, MOST),
                                        false)))
                        .takes("count", "How many at most, from 1 to 10,000; 20 without it.", false)
                        .command("browse"),
                selecting(operation(
                                Kind.READ,
                                BELOW + "/export",
                                Role.OPERATOR,
                                "shows messages of a queue that are ready, whole; at most about 16 MiB",
                                JmsMessageList.class,
                                (server, request) -> server.messages(
                                        request.variable("name"),
                                        selector(request),
                                        (int) request.number("count", MOST, 1, MOST),
                                        true)))
                        .takes("count", "How many at most, from 1 to 10,000.", false)
                        .command("export"),
                selecting(operation(
                                Kind.ACT,
                                BELOW + "/save",
                                Role.OPERATOR,
                                "writes messages of a queue that are ready, whole, into a new file in servers/NAME/jms-files",
                                JmsWork.class,
                                (server, request) -> server.save(
                                        request.variable("name"),
                                        selector(request),
                                        request.parameter("file").orElse(""))))
                        .takes("file", "The file's name, without a directory.", true)
                        .command("save"),
                operation(
                                Kind.ACT,
                                BELOW + "/load",
                                Role.OPERATOR,
                                "sends the messages of a file in servers/NAME/jms-files to a destination",
                                JmsWork.class,
                                (server, request) -> server.load(
                                        request.variable("name"),
                                        request.parameter("type").orElse(null),
                                        request.parameter("file").orElse(""),
                                        (int) request.number("skip", 0, 0, Integer.MAX_VALUE)))
                        .takes("file", "The file's name, without a directory.", true)
                        .takes("skip", "How many messages of the file to leave out at its beginning.", false)
                        .takes("type", "queue or topic, where one of each has the name.", false)
                        .command("load"),
                operation(
                                Kind.READ,
                                "jms/saf",
                                Role.MONITOR,
                                "lists queues whose messages go to remote domains",
                                JmsSafList.class,
                                (server, request) -> server.saf())
                        .command("saf"),
                operation(
                                Kind.READ,
                                "jms/bridges",
                                Role.MONITOR,
                                "lists bridges with what they do and have done",
                                JmsBridgeList.class,
                                (server, request) -> server.bridges())
                        .command("bridges"),
                operation(
                                Kind.ACT,
                                BRIDGE + "/start",
                                Role.OPERATOR,
                                "has a bridge take messages, where this server runs it",
                                JmsBridgeList.class,
                                (server, request) -> server.bridge(request.variable("name"), true))
                        .command("start-bridge"),
                operation(
                                Kind.ACT,
                                BRIDGE + "/stop",
                                Role.OPERATOR,
                                "has a bridge of this server stop, until it is started or the server starts again",
                                JmsBridgeList.class,
                                (server, request) -> server.bridge(request.variable("name"), false))
                        .command("stop-bridge"),
                pausing("pause", "ends that a destination takes messages, hands them out, or both", true),
                pausing("resume", "lets a destination take messages and hand them out again", false),
                selecting(operation(
                                Kind.ACT,
                                BELOW + "/delete",
                                Role.OPERATOR,
                                "deletes messages of a queue that no consumer has",
                                JmsWork.class,
                                (server, request) -> server.delete(
                                        request.variable("name"), selector(request), request.flag("yes"))))
                        .takes("yes", "true to do it; without it the answer says how many it would be.", false)
                        .command("delete"),
                selecting(operation(
                                Kind.ACT,
                                BELOW + "/move",
                                Role.OPERATOR,
                                "moves messages of a queue that no consumer has to another destination",
                                JmsWork.class,
                                (server, request) -> server.move(
                                        request.variable("name"),
                                        selector(request),
                                        request.parameter("to").orElse(""),
                                        request.flag("yes"))))
                        .takes("to", "The destination that gets them.", true)
                        .takes("yes", "true to do it; without it the answer says how many it would be.", false)
                        .command("move"));
    }

    private static FeatureOperation selecting(FeatureOperation operation) {
        return operation.takes("selector", "A message selector; without it all messages are meant.", false);
    }

    private static FeatureOperation pausing(String word, String summary, boolean paused) {
        return operation(
                        Kind.ACT,
                        BELOW + "/" + word,
                        Role.OPERATOR,
                        summary,
                        JmsWork.class,
                        (server, request) -> server.pause(
                                request.variable("name"),
                                request.parameter("type").orElse(null),
                                request.parameter("what").orElse("both"),
                                paused))
                .takes("what", "production, consumption or both; both without it.", false)
                .takes("type", "queue or topic, where one of each has the name.", false)
                .command(word);
    }

    private static @Nullable String selector(Request request) {
        return request.parameter("selector").orElse(null);
    }

    @Override
    public List<ConsolePage> pages() {
        return List.of(
                new ConsolePage(
                                "jms",
                                "Queues and topics",
                                "Applications",
                                "Destinations of each server, what is in them and who reads them. More shows the first "
                                        + "messages of a queue.",
                                "jms/destinations",
                                "name",
                                List.of(BELOW + "/pause", BELOW + "/resume", BELOW + "/move", BELOW + "/delete"))
                        .details(BELOW + "/messages"),
                new ConsolePage(
                        "jms-stores",
                        "Message stores",
                        "Applications",
                        "The message stores that are open on each server, and which other servers have copies of them.",
                        "jms/stores",
                        "name",
                        List.of()),
                new ConsolePage(
                        "jms-connections",
                        "JMS connections",
                        "Applications",
                        "Who is connected to the JMS server of each server, and what its sessions and consumers have in flight.",
                        "jms/connections",
                        "connection",
                        List.of()),
                new ConsolePage(
                        "jms-saf",
                        "JMS store and forward",
                        "Applications",
                        "Queues of each server whose messages go to remote domains. Pausing the consumption of the queue pauses that.",
                        "jms/saf",
                        "name",
                        List.of()),
                new ConsolePage(
                        "jms-bridges",
                        "JMS bridges",
                        "Applications",
                        "Bridges to other providers of messaging, which each server of several may run.",
                        "jms/bridges",
                        "name",
                        List.of(BRIDGE + "/start", BRIDGE + "/stop")));
    }
}
