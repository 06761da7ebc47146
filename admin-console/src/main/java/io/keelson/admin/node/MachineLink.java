package io.keelson.admin.node;

import io.keelson.admin.domain.DamagedJson;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.machine.Enrolment;
import io.keelson.admin.machine.EnrolmentRefusedException;
import io.keelson.admin.machine.SharedFiles;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.rest.Answer;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Speaks to the node manager of one other machine, for the admin server, on a thread of its own: a machine that hangs holds up nobody.
 * The thread owns what is not volatile.
 */
final class MachineLink {
    private static final long EVERY_MILLIS = 2_000;
    private static final Duration HEARD = Duration.ofSeconds(10);

    private final DomainDirectory domain;
    private final ThisMachine here;
    private final String machine;
    private final Enrolment enrolment;
    private final Ticker ticker;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable String renewed;
    private volatile long heardAt;
    private volatile boolean everHeard;
    private volatile String trouble = "";

    MachineLink(DomainDirectory domain, ThisMachine here, String machine, Enrolment enrolment, Ticker ticker) {
        this.domain = domain;
        this.here = here;
        this.machine = machine;
        this.enrolment = enrolment;
        this.ticker = ticker;
    }

    void open() {
        Threads.daemon("keelson.machine: " + machine, this::run).start();
    }

    void close() {
        ended.countDown();
    }

    /** Returns whether the machine has answered lately. */
    boolean heard() {
        return everHeard && ticker.nanoTime() - heardAt < HEARD.toNanos();
    }

    /** Returns why it does not answer; empty where it does. */
    String trouble() {
        return trouble;
    }

    private void run() {
        try {
            boolean at = true;
            while (at) {
                boolean again = turn();
                at = !ended.await(again ? 0 : EVERY_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) { // nobody interrupts it
            Thread.currentThread().interrupt();
        }
    }

    private boolean turn() {
        try {
            boolean again = exchange();
            heardAt = ticker.nanoTime();
            everHeard = true;
            if (!trouble.isEmpty()) {
                trouble = "";
                NodeLog.LOG.machineBack(machine);
            }
            return again;
        } catch (IOException | JsonException | NullPointerException | ClassCastException e) {
            // Once for each trouble, not every other second.
            String why = DamagedJson.reason(e);
            if (!trouble.equals(why)) {
                trouble = why;
                NodeLog.LOG.machineAway(machine, why);
            }
        } catch (RuntimeException | Error e) { // the thread would end
            NodeLog.LOG.error(e);
        }
        return false;
    }

    /** Tells and hears once; returns whether there is more to tell at once. */
    private boolean exchange() throws IOException {
        NodeClient node = NodeClient.of(domain, machine)
                .orElseThrow(() -> new IOException("the machine is not one of the domain any more"));
        JsonObject heard = done(node.exchange(telling()));
        renewed = null;
        if (NodeClient.of(domain, machine).isEmpty()) {
            return false; // put out meanwhile: what it says counts no more
        }
        for (JsonObject json : heard.getJsonArray("servers").getValuesAs(JsonObject.class)) {
            ServerRecord record = ServerRecord.told(json);
            // A machine speaks for those servers only that are to run on it.
            if (machine.equals(record.machine())
                    && domain.machine(record.name()).equals(Optional.of(machine))) {
                MachineSide.keep(domain, record);
            }
        }
        SharedFiles files = SharedFiles.read(domain);
        if (!heard.getString("digest").equals(files.digest())) {
            JsonObjectBuilder texts = Answer.JSON.createObjectBuilder();
            files.texts().forEach(texts::add);
            done(node.files(texts.build()));
        }
        if (heard.containsKey("request")) {
            renew(heard.getString("request"));
        }
        return renewed != null;
    }

    private JsonObject telling() throws IOException {
        JsonArrayBuilder servers = MachineSide.records(domain, here.name());
        for (ServerStatus server : domain.servers()) {
            Optional<ServerRecord> record = ServerRecord.read(domain.server(server.name()));
            Optional<String> on = ThisMachine.elsewhere(domain, server.name());
            if (record.isPresent() && on.isPresent() && !on.get().equals(machine)) {
                servers.add(record.get().toJson(on.get()));
            }
        }
        JsonObjectBuilder telling = Answer.JSON
                .createObjectBuilder()
                .add("servers", servers)
                .add("revoked", Answer.JSON.createArrayBuilder(enrolment.revoked()));
        if (renewed != null) {
            telling.add("certificate", renewed);
        }
        return telling.build();
    }

    private void renew(String request) throws IOException {
        try {
            renewed = enrolment.renew(machine, request);
            NodeLog.LOG.renewed(machine);
        } catch (EnrolmentRefusedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static JsonObject done(NodeClient.Reply reply) throws IOException {
        if (!reply.done()) {
            throw new IOException(reply.why());
        }
        return reply.json();
    }
}
