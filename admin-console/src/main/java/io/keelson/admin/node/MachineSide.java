package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.machine.Renewal;
import io.keelson.admin.machine.SharedFiles;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.rest.Answer;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.machine.MachineFiles;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A machine's end of what it and that of the admin server tell one another every other second: which servers run, what the configuration
 * is, which certificates count no more, and that its own is to be renewed. Thread-safe: {@code lock} puts exchanges in order.
 */
final class MachineSide {
    private final DomainDirectory domain;
    private final ThisMachine here;
    private final Renewal renewal;
    private final ReentrantLock lock = new ReentrantLock();

    MachineSide(DomainDirectory domain, ThisMachine here, Ticker ticker) {
        this.domain = domain;
        this.here = here;
        this.renewal = new Renewal(domain, here, ticker);
    }

    /** Takes what the admin server's machine tells, and answers with what there is to tell it. */
    JsonObject exchange(JsonObject told) throws IOException {
        lock.lock();
        try {
            for (JsonObject json : told.getJsonArray("servers").getValuesAs(JsonObject.class)) {
                ServerRecord record = ServerRecord.told(json);
                if (!here.name().equals(record.machine()) && known(record.name())) {
                    keep(domain, record);
                }
            }
            boolean changed = new MachineFiles(domain.path())
                    .revoke(told.getJsonArray("revoked").getValuesAs(JsonString.class).stream()
                            .map(JsonString::getString)
                            .toList());
            if (changed) {
                NodeLog.LOG.revoked();
            }
            if (told.containsKey("certificate") && renewal.take(told.getString("certificate"))) {
                NodeLog.LOG.renewed(here.name());
            }
            return answer();
        } finally {
            lock.unlock();
        }
    }

    private JsonObject answer() throws IOException {
        JsonObjectBuilder answer = Answer.JSON
                .createObjectBuilder()
                .add("servers", records(domain, here.name()))
                .add("digest", SharedFiles.read(domain).digest());
        Optional<String> request = renewal.request();
        request.ifPresent(pem -> answer.add("request", pem));
        return answer.build();
    }

    /** The records of the servers of this machine. */
    static JsonArrayBuilder records(DomainDirectory domain, String machine) throws IOException {
        JsonArrayBuilder records = Answer.JSON.createArrayBuilder();
        for (ServerStatus server : domain.servers()) {
            Optional<ServerRecord> record = ServerRecord.read(domain.server(server.name()));
            if (record.isPresent()
                    && ThisMachine.elsewhere(domain, server.name()).isEmpty()) {
                records.add(record.get().toJson(machine));
            }
        }
        return records;
    }

    private boolean known(String server) throws IOException {
        return domain.servers().stream().anyMatch(status -> status.name().equals(server));
    }

    /** Keeps what another machine has told of a server of its own, as if it were here. */
    static void keep(DomainDirectory domain, ServerRecord record) throws IOException {
        Path directory = domain.server(record.name());
        Files.createDirectories(directory);
        record.write(directory);
    }

    /** Takes the files that all machines share. */
    JsonObject files(JsonObject told) throws IOException {
        lock.lock();
        try {
            Map<String, String> texts = new LinkedHashMap<>();
            told.forEach((name, text) -> texts.put(name, ((JsonString) text).getString()));
            SharedFiles files = new SharedFiles(texts);
            files.write(domain);
            NodeLog.LOG.filesTaken();
            return Answer.JSON
                    .createObjectBuilder()
                    .add("digest", files.digest())
                    .build();
        } finally {
            lock.unlock();
        }
    }
}
