package io.keelson.jms;

import io.keelson.jms.broker.ConnectionState;
import io.keelson.jms.broker.ConsumerState;
import io.keelson.jms.broker.DestinationState;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.broker.SessionState;
import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.store.ReplicaFigures;
import io.keelson.jms.store.StoreFigures;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operators' view of a server's destinations, and their operations on them. Thread-safe. */
final class JmsAdministration {
    /** The beginning of a body that browsing shows, in characters. */
    private static final int BEGINNING = 200;

    /** Size of the part of a queue that is shown or exported at once, in bytes of messages. */
    private static final long LARGEST_ANSWER = 16 << 20;

    private final JmsHost own;
    private final JmsServers servers;
    private final MessageTransfer files;
    private final JmsBridges bridges;
    private final JmsSaf saf;

    JmsAdministration(JmsHost own, JmsServers servers, MessageTransfer files, JmsBridges bridges, JmsSaf saf) {
        this.saf = saf;
        this.bridges = bridges;
        this.own = own;
        this.files = files;
        this.servers = servers;
    }

    /** A destination, or a subscription to it, and where it is. */
    private record Found(String shown, DestinationState state, JmsHost host) {
        JmsServer server() throws RefusedException {
            try {
                return host.open();
            } catch (JmsFailure e) {
                throw refused(e);
            }
        }

        Found queue() throws RefusedException {
            if (state.name().topic()) {
                throw new RefusedException(
                        Reason.CONFLICT, "'" + shown + "' is a topic, which keeps no messages; this works on queues");
            }
            return this;
        }
    }

    private List<Found> all() {
        List<Found> all = new ArrayList<>();
        own.states().forEach(each -> all.add(new Found(shown(each), each, own)));
        servers.adopted()
                .forEach((server, host) ->
                        host.states().forEach(each -> all.add(new Found(shown(each) + "@" + server, each, host))));
        return all;
    }

    private static String shown(DestinationState state) {
        return state.subscription().isEmpty()
                ? state.name().name()
                : state.name().name() + "/" + state.subscription();
    }

    private Found find(String name, @Nullable String type) throws RefusedException {
        if (type != null && !type.equals("queue") && !type.equals("topic")) {
            throw new RefusedException(Reason.WRONG, "'type' is queue or topic, not '" + type + "'");
        }
        List<Found> all = all();
        List<Found> meant = all.stream()
                .filter(each -> each.shown().equals(name))
                .filter(each -> type == null || each.state().name().topic() == type.equals("topic"))
                .toList();
        if (meant.isEmpty()) {
            throw new RefusedException(
                    Reason.UNKNOWN,
                    "There is no destination '" + name + "' on this server"
                            + NearestName.hint(
                                    name, all.stream().map(Found::shown).toList()));
        }
        if (meant.stream().map(each -> each.state().name()).distinct().count() > 1) {
            throw new RefusedException(
                    Reason.CONFLICT, "A queue and a topic are named '" + name + "'; say which: --type queue|topic");
        }
        return meant.get(0);
    }

    private static RefusedException refused(JmsFailure failure) {
        Reason reason = switch (failure.code()) {
            case INVALID_DESTINATION -> Reason.UNKNOWN;
            case INVALID_SELECTOR -> Reason.WRONG;
            case ILLEGAL_STATE -> Reason.CONFLICT;
            default -> Reason.UNAVAILABLE;
        };
        return new RefusedException(reason, String.valueOf(failure.getMessage()));
    }

    // ---- seen ------------------------------------------------------------------------------------------------------

    JmsDestinationList list() {
        return new JmsDestinationList(all().stream().map(JmsAdministration::row).toList());
    }

    /** Returns the stores that are open here. */
    JmsStoreList stores() {
        JmsReplicas replicas = servers.replicas();
        List<JmsStoreList.Row> rows = new ArrayList<>();
        for (JmsHost each : servers.open()) {
            JmsServer open = each.ifOpen();
            if (open != null) {
                StoreFigures figures = open.figures().store();
                Optional<ReplicaFigures> copies = replicas == null ? Optional.empty() : replicas.figures(each.name());
                ReplicaFigures of = copies.orElse(ReplicaFigures.NONE);
                rows.add(new JmsStoreList.Row(
                        each.name(),
                        copies.isPresent() ? "replicated" : servers.storeType(),
                        figures.records(),
                        figures.liveBytes(),
                        figures.totalBytes(),
                        of.copies(),
                        of.begun(),
                        state(figures, copies)));
            }
        }
        return new JmsStoreList(rows);
    }

    private static String state(StoreFigures figures, Optional<ReplicaFigures> copies) {
        if (!figures.failure().isEmpty()) {
            return "failed: " + figures.failure();
        }
        if (copies.isEmpty() || !copies.get().copies().isEmpty()) {
            return "open";
        }
        return copies.get().alone() ? "alone" : "waiting for a copy";
    }

    /** Returns the same in figures. */
    List<JmsStoreRuntime> storeRuntimes() {
        JmsReplicas replicas = servers.replicas();
        List<JmsStoreRuntime> all = new ArrayList<>();
        for (JmsHost each : servers.open()) {
            JmsServer open = each.ifOpen();
            if (open != null) {
                ReplicaFigures of = replicas == null
                        ? ReplicaFigures.NONE
                        : replicas.figures(each.name()).orElse(ReplicaFigures.NONE);
                all.add(JmsStoreRuntime.of(each.name(), open.figures().store(), of));
            }
        }
        return all;
    }

    private static JmsDestinationList.Row row(Found found) {
        DestinationState state = found.state();
        boolean paused = state.productionPaused() || state.consumptionPaused();
        return new JmsDestinationList.Row(
                found.shown(),
                state.name().topic() ? "topic" : "queue",
                state.ready(),
                state.inFlight(),
                state.delayed(),
                state.bytes(),
                state.pagedMessages(),
                state.consumers(),
                state.blocked(),
                state.received(),
                state.acknowledged(),
                state.receivedLastHour(),
                state.acknowledgedLastHour(),
                time(state.oldest()),
                !paused
                        ? state.aboveThreshold() ? "above threshold" : "active"
                        : state.productionPaused() && state.consumptionPaused()
                                ? "paused"
                                : state.productionPaused() ? "production paused" : "consumption paused",
                actions(state));
    }

    private static List<String> actions(DestinationState state) {
        List<String> actions = new ArrayList<>();
        if (!state.productionPaused() || !state.consumptionPaused()) {
            actions.add("pause");
        }
        if (state.productionPaused() || state.consumptionPaused()) {
            actions.add("resume");
        }
        if (!state.name().topic() && state.ready() + state.delayed() > 0) {
            actions.add("move");
            actions.add("delete");
        }
        return actions;
    }

    /** Returns the connections and consumers of all JMS servers here. */
    JmsConnectionList connections() {
        List<JmsConnectionList.Connection> connections = new ArrayList<>();
        List<JmsConnectionList.Session> sessions = new ArrayList<>();
        List<JmsConnectionList.Consumer> consumers = new ArrayList<>();
        add("", own, connections, sessions, consumers);
        servers.adopted().forEach((server, host) -> add("@" + server, host, connections, sessions, consumers));
        return new JmsConnectionList(connections, sessions, consumers);
    }

    private static void add(
            String suffix,
            JmsHost host,
            List<JmsConnectionList.Connection> connections,
            List<JmsConnectionList.Session> sessions,
            List<JmsConnectionList.Consumer> consumers) {
        JmsServer server = host.ifOpen();
        if (server == null) {
            return;
        }
        for (ConnectionState each : server.figures().connectionStates()) {
            connections.add(new JmsConnectionList.Connection(
                    each.number() + suffix,
                    each.clientId(),
                    each.consumers(),
                    each.inFlight(),
                    each.blocked(),
                    each.blockedBytes(),
                    each.temporaries(),
                    each.sent(),
                    each.slowed(),
                    time(each.since())));
        }
        for (SessionState each : server.figures().sessionStates()) {
            sessions.add(new JmsConnectionList.Session(
                    each.connection() + suffix,
                    each.session(),
                    each.consumers(),
                    each.inFlight(),
                    each.free(),
                    each.unacknowledged(),
                    each.sent(),
                    each.sentLastHour(),
                    each.received(),
                    each.receivedLastHour(),
                    time(each.oldest()),
                    time(each.since())));
        }
        for (ConsumerState each : server.figures().consumerStates()) {
            consumers.add(new JmsConnectionList.Consumer(
                    each.connection() + suffix,
                    each.session(),
                    each.subscription().isEmpty()
                            ? each.destination().name()
                            : each.destination().name() + "/" + each.subscription(),
                    each.selector(),
                    each.forwarding() ? "forwarding" : "client",
                    each.inFlight(),
                    each.free(),
                    each.reading(),
                    each.delivered(),
                    each.deliveredLastHour(),
                    time(each.oldest()),
                    time(each.since())));
        }
    }

    private static String time(long millis) {
        return millis == 0 ? "" : Instant.ofEpochMilli(millis).toString();
    }

    /** Returns the first messages that match, each with the beginning of its body or with all of it. */
    JmsMessageList messages(String name, @Nullable String selector, int most, boolean whole) throws RefusedException {
        Found found = find(name, "queue").queue();
        List<MessageData> browsed;
        try {
            browsed = found.server().messages().browse(found.state().name(), selector, most, LARGEST_ANSWER);
        } catch (JmsFailure e) {
            throw refused(e);
        }
        return new JmsMessageList(
                found.shown(),
                found.state().ready(),
                browsed.stream().map(each -> row(each, whole)).toList());
    }

    private static JmsMessageList.Row row(MessageData message, boolean whole) {
        return new JmsMessageList.Row(
                message.id(),
                time(message.timestamp()),
                message.priority(),
                message.persistent(),
                time(message.expiration()),
                message.type() == null ? "" : message.type(),
                message.correlationId() == null ? "" : message.correlationId(),
                message.properties().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .toList(),
                message.kind().name().toLowerCase(Locale.ROOT),
                message.size(),
                body(message, whole));
    }

    private static String body(MessageData message, boolean whole) {
        byte[] bytes = message.body();
        if (bytes == null) {
            return "";
        }
        if (message.kind() == BodyKind.TEXT) {
            String text = new String(
                    whole || bytes.length <= 4 * BEGINNING ? bytes : Arrays.copyOf(bytes, 4 * BEGINNING),
                    StandardCharsets.UTF_8);
            return whole || text.length() <= BEGINNING ? text : text.substring(0, BEGINNING) + "...";
        }
        return whole
                ? Base64.getEncoder().encodeToString(bytes)
                : bytes.length <= BEGINNING / 2
                        ? Base64.getEncoder().encodeToString(bytes)
                        : Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, 3 * BEGINNING / 4)) + "...";
    }

    // ---- done ------------------------------------------------------------------------------------------------------

    JmsWork pause(String name, @Nullable String type, String what, boolean paused) throws RefusedException {
        if (!List.of("production", "consumption", "both").contains(what)) {
            throw new RefusedException(Reason.WRONG, "'what' is production, consumption or both, not '" + what + "'");
        }
        Found found = find(name, type);
        try {
            found.server()
                    .messages()
                    .pause(
                            found.state().name(),
                            what.equals("consumption") ? null : paused,
                            what.equals("production") ? null : paused);
        } catch (JmsFailure e) {
            throw refused(e);
        }
        String subject = what.equals("both") ? "production and consumption" : what;
        return new JmsWork(found.shown(), found.state().ready(), (paused ? "paused: " : "goes on: ") + subject);
    }

    JmsWork delete(String name, @Nullable String selector, boolean sure) throws RefusedException {
        Found found = find(name, "queue").queue();
        try {
            if (!sure) {
                throw unsure(found, selector, "delete");
            }
            int gone = found.server().messages().delete(found.state().name(), selector);
            return new JmsWork(found.shown(), gone, "deleted");
        } catch (JmsFailure e) {
            throw refused(e);
        }
    }

    JmsWork move(String name, @Nullable String selector, String to, boolean sure) throws RefusedException {
        Found found = find(name, "queue").queue();
        Found target = find(to, null);
        if (target.host() != found.host()) {
            throw new RefusedException(
                    Reason.CONFLICT,
                    "'" + name + "' and '" + to + "' are of two JMS servers; messages move within one only");
        }
        if (target.state().name().equals(found.state().name())) {
            throw new RefusedException(Reason.WRONG, "'" + name + "' is where the messages are");
        }
        try {
            if (!sure) {
                throw unsure(found, selector, "move");
            }
            int moved = found.server()
                    .messages()
                    .move(found.state().name(), selector, target.state().name());
            return new JmsWork(found.shown(), moved, "moved to " + target.shown());
        } catch (JmsFailure e) {
            throw refused(e);
        }
    }

    JmsWork save(String name, @Nullable String selector, String file) throws RefusedException {
        Found found = find(name, "queue").queue();
        try {
            long count = files.save(found.server(), found.state().name(), selector, file);
            return new JmsWork(found.shown(), (int) count, "saved as " + file);
        } catch (JmsFailure e) {
            throw refused(e);
        }
    }

    JmsWork load(String name, @Nullable String type, String file, int skip) throws RefusedException {
        Found found = find(name, type);
        try {
            long count = files.load(found.server(), found.state().name(), file, skip);
            return new JmsWork(found.shown(), (int) count, "sent from " + file);
        } catch (JmsFailure e) {
            throw refused(e);
        }
    }

    // ---- bridges ---------------------------------------------------------------------------------------------------

    JmsSafList saf() {
        return new JmsSafList(saf.runtimes());
    }

    JmsBridgeList bridges() {
        return new JmsBridgeList(bridges.runtimes());
    }

    /** Starts or stops a bridge on this server, until its next start. */
    JmsBridgeList bridge(String name, boolean started) throws RefusedException {
        if (bridges.want(name, started) == null) {
            throw new RefusedException(
                    Reason.UNKNOWN,
                    "There is no bridge '" + name + "' on this server" + NearestName.hint(name, bridges.names()));
        }
        return new JmsBridgeList(bridges.runtimes().stream()
                .filter(each -> each.name().equals(name))
                .toList());
    }

    private static RefusedException unsure(Found found, @Nullable String selector, String what)
            throws RefusedException, JmsFailure {
        int count = found.server().messages().count(found.state().name(), selector);
        return new RefusedException(
                Reason.CONFLICT,
                "This would " + what + " " + count + " messages of '" + found.shown() + "'; say --yes true to do it");
    }
}
