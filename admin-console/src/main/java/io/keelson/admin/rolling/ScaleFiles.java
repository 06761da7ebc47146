package io.keelson.admin.rolling;

import io.keelson.admin.rest.RuntimeJson;
import io.keelson.kernel.config.AtomicFile;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Files with the progress of scalings, {@code servers/ADMIN/state/scale-CLUSTER.json}. Immutable; one thread writes for a cluster. */
public final class ScaleFiles {
    private static final String PREFIX = "scale-";
    private static final String SUFFIX = ".json";

    private final Path directory;

    /** @param directory the admin server's own directory for state */
    public ScaleFiles(Path directory) {
        this.directory = directory;
    }

    void write(ScaleProgress progress) throws IOException {
        Files.createDirectories(directory);
        AtomicFile.write(
                directory.resolve(PREFIX + progress.cluster() + SUFFIX),
                RuntimeJson.of(progress).toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns what there is, by cluster; what was under way is interrupted. What cannot be read is left out, and reported. */
    Map<String, ScaleProgress> read() {
        Map<String, ScaleProgress> all = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                read(file, all);
            }
        } catch (NoSuchFileException e) {
            // There was none yet.
        } catch (IOException e) {
            ScalingLog.LOG.notKept("*", e.toString());
        }
        return all;
    }

    private static void read(Path file, Map<String, ScaleProgress> all) {
        try {
            ScaleProgress found = parsed(Files.readAllBytes(file));
            if (found.state() == Progress.State.RUNNING) {
                found = found.in(Progress.State.INTERRUPTED, "the admin server ended in the middle of it");
                ScalingLog.LOG.goesNoFurther(found.cluster(), found.to(), found.why(), found.cluster(), found.to());
            }
            all.put(found.cluster(), found);
        } catch (IOException e) {
            ScalingLog.LOG.notKept(String.valueOf(file.getFileName()), e.toString());
        }
    }

    static ScaleProgress parsed(byte[] bytes) throws IOException {
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(bytes))) {
            JsonObject json = reader.readObject();
            List<ScaleProgress.Member> members = new ArrayList<>();
            for (JsonObject member : json.getJsonArray("members").getValuesAs(JsonObject.class)) {
                members.add(new ScaleProgress.Member(
                        member.getString("server"),
                        member.getInt("number"),
                        ScaleProgress.Phase.valueOf(member.getString("phase")),
                        member.getJsonNumber("pid").longValueExact()));
            }
            return new ScaleProgress(
                    json.getString("cluster"),
                    json.getString("by"),
                    json.getString("begun"),
                    json.getInt("timeout-seconds"),
                    json.getInt("pause-seconds"),
                    json.getInt("from"),
                    json.getInt("to"),
                    Progress.State.valueOf(json.getString("state")),
                    json.getString("why"),
                    members);
        } catch (JsonException
                | NullPointerException
                | ClassCastException
                | IllegalArgumentException
                | ArithmeticException e) {
            throw new IOException("the progress of the scaling cannot be understood: " + e.getMessage(), e);
        }
    }
}
