package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerStatus;
import jakarta.json.Json;
import jakarta.json.JsonString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Collects what explains a domain to somebody who is not there. */
@Command(
        name = "diagnostics",
        description =
                "Writes one zip with what explains a domain: the configuration without secrets, and of each server that runs its"
                        + " threads with what they work on, names, leases, sessions, pools, log, and a recording of the JVM.",
        footer = {"", "Logs and recordings may hold data of users; secrets of the configuration are not in it."})
final class DiagnosticsCommand extends StandardOptions implements Callable<Integer> {
    /** Addresses that each server is asked for, by the names of the files; what a server has not got is left out. */
    private static final Map<String, String> OF_SERVERS = Map.ofEntries(
            Map.entry("server.json", "server"),
            Map.entry("threads.txt", "server/threads?format=text"),
            Map.entry("work-managers.json", "server/work-managers"),
            Map.entry("thread-pools.json", "server/thread-pools"),
            Map.entry("stuck-threads.json", "server/stuck-threads"),
            Map.entry("channels.json", "server/channels"),
            Map.entry("cluster.json", "server/cluster"),
            Map.entry("leases.json", "server/leases"),
            Map.entry("singletons.json", "singletons"),
            Map.entry("deployments.json", "deployments"),
            Map.entry("names.json", "server/names"),
            Map.entry("activation.json", "server/activation"),
            Map.entry("log.json", "server/log?limit=1000"));

    private static final Map<String, String> OF_DOMAIN = Map.of(
            "domain.json", "domain",
            "servers.json", "domain/servers",
            "clusters.json", "domain/clusters",
            "edit.json", "edit",
            "revisions.json", "revisions");

    @Parameters(index = "0", paramLabel = "FILE", description = "The zip; it must not be there yet.")
    Path file = Path.of("");

    @Mixin
    DomainOption domain = new DomainOption();

    @Option(
            names = "--recording",
            paramLabel = "SECONDS",
            description = "How long each JVM is recorded; 5 without it, 0 for not at all.")
    int seconds = 5;

    @Option(names = "--json", description = "Prints one JSON object.")
    boolean json;

    @Option(names = "--heap", description = "Counts the objects on each heap as well; a server stands still meanwhile.")
    boolean heap;

    @Spec
    @Nullable
    CommandSpec spec;

    private final List<String> left = new ArrayList<>();
    private volatile ProgressLine.Step doing = new ProgressLine.Step("", 0);

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        if (seconds < 0 || seconds > 60) {
            throw new CommandException(ExitCode.USAGE, "--recording is a number from 0 to 60.");
        }
        Access access = domain.access();
        DomainDirectory directory = access.domain();
        int asked = 0;
        try (OutputStream out = Files.newOutputStream(create());
                ZipOutputStream zip = new ZipOutputStream(out);
                ProgressLine line = ProgressLine.of(spec)) {
            line.follow(() -> doing);
            List<ServerStatus> servers = directory.servers();
            for (int i = 0; i < servers.size(); i++) {
                doing = new ProgressLine.Step("asking " + servers.get(i).name(), (double) i / servers.size());
                asked += server(zip, access, servers.get(i)) ? 1 : 0;
            }
            entry(zip, "left-out.txt", String.join("\n", left).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // Half an image is none, and would be in the way of the next one.
            Files.deleteIfExists(file);
            throw new IOException(file + " cannot be written: " + Reasons.of(e), e);
        }
        if (asked == 0) {
            throw new CommandException(
                    ExitCode.UNREACHABLE, "No server of " + directory + " answers; " + file + " says why.");
        }
        if (spec != null) {
            spec.commandLine().getOut().println(json ? json(asked) : told(asked));
        }
        return ExitCode.OK;
    }

    private String told(int asked) {
        return file + " has what " + asked + (asked == 1 ? " server says." : " servers say.");
    }

    private String json(int asked) {
        return Json.createObjectBuilder()
                .add("file", file.toString())
                .add("servers", asked)
                .add("left-out", Json.createArrayBuilder(left))
                .build()
                .toString();
    }

    /** For the eyes of its user only. */
    private Path create() throws IOException, CommandException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new CommandException(ExitCode.FAILED, "There is no directory " + parent + " for the image.");
        }
        if (Files.exists(file)) {
            throw new CommandException(ExitCode.FAILED, file + " is there already; name another file.");
        }
        FileAttribute<?>[] owner =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner)
                .close();
        // Whoever breaks it off is left no half of an image. A command that comes to its end halts, and deletes
        // nothing.
        file.toFile().deleteOnExit();
        return file;
    }

    private boolean server(ZipOutputStream zip, Access access, ServerStatus status)
            throws DomainException, IOException {
        ManagementClient client;
        try {
            client = access.server(status);
            client.sendBriefly("GET", "server");
        } catch (CommandException e) {
            left.add(status.name() + ": " + e.getMessage());
            return false;
        }
        String place = "servers/" + status.name() + "/";
        for (Map.Entry<String, String> each : OF_SERVERS.entrySet()) {
            keep(zip, client, place + each.getKey(), "GET", each.getValue());
        }
        runtime(zip, client, place);
        if (heap) {
            keep(zip, client, place + "heap.json", "POST", "server/heap-histogram?limit=1000");
        }
        if (seconds > 0) {
            keep(zip, client, place + "recording.jfr", "POST", "server/recording?seconds=" + seconds);
        }
        if (status.name().equals(access.domain().adminServer())) {
            for (Map.Entry<String, String> each : OF_DOMAIN.entrySet()) {
                keep(zip, client, "domain/" + each.getKey(), "GET", each.getValue());
            }
            configuration(zip, client);
        }
        return true;
    }

    private void runtime(ZipOutputStream zip, ManagementClient client, String place) throws IOException {
        try {
            for (JsonString name : client.send("GET", "server/runtime")
                    .json()
                    .getJsonArray("runtime")
                    .getValuesAs(JsonString.class)) {
                keep(
                        zip,
                        client,
                        place + "runtime/" + name.getString() + ".json",
                        "GET",
                        "server/runtime/" + name.getString());
            }
        } catch (CommandException e) {
            left.add(place + "runtime: " + e.getMessage());
        }
    }

    /** Configuration as the server shows it: with stars for secrets. */
    private void configuration(ZipOutputStream zip, ManagementClient client) throws IOException {
        try {
            int revision = client.send("GET", "domain").json().getInt("revision");
            String text = client.send("GET", "revisions/" + revision).json().getString("text");
            entry(zip, "domain/domain.yaml", text.getBytes(StandardCharsets.UTF_8));
        } catch (CommandException e) {
            left.add("domain/domain.yaml: " + e.getMessage());
        }
    }

    private void keep(ZipOutputStream zip, ManagementClient client, String name, String method, String path)
            throws IOException {
        try {
            entry(zip, name, client.sendSlow(method, path, null).body());
        } catch (CommandException e) {
            left.add(name + ": " + e.getMessage());
        }
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
