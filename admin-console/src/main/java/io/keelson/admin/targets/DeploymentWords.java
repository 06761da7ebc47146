package io.keelson.admin.targets;

import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Schema;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What requests about the domain's applications say, read and refused where it is wrong. Stateless. */
final class DeploymentWords {
    static final String RETIRE_TIMEOUT = "retire-timeout";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
    private static final Pattern CONTEXT_ROOT = Pattern.compile("/|(/[A-Za-z0-9._~!$&'()*+,=:@-]+)+");
    private static final int MOST_RETIRE_SECONDS = 31_536_000;

    static final Schema NAMES = Schema.matching(NAME.pattern());
    static final Schema ROOTS = Schema.matching(CONTEXT_ROOT.pattern());
    static final Schema RETIRE_SECONDS = Schema.whole(0, MOST_RETIRE_SECONDS);

    private DeploymentWords() {}

    /** The name of an application. */
    static String name(String name) throws Problem {
        if (!NAME.matcher(name).matches()) {
            throw Problem.badRequest(
                    "An application's name has letters, digits, dot, hyphen and underscore, at most 100"
                            + " characters, and does not begin with a dot");
        }
        return name;
    }

    /** Names of servers and clusters, each once; empty where none are said. */
    static List<String> targets(@Nullable String text) throws Problem {
        List<String> targets = text == null || text.isEmpty() ? List.of() : List.of(text.split(",", -1));
        if (targets.stream().anyMatch(String::isBlank) || Set.copyOf(targets).size() < targets.size()) {
            throw Problem.badRequest(
                    "targets are names of servers and clusters, each once: targets=cluster-1,server-9");
        }
        return targets;
    }

    /** Null where none is said. */
    static @Nullable StageMode mode(@Nullable String text) throws Problem {
        if (text == null) {
            return null;
        }
        for (StageMode mode : StageMode.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
                return mode;
            }
        }
        throw Problem.badRequest("The stage mode is stage, nostage or external-stage");
    }

    /** Null where none is said. */
    static @Nullable String contextRoot(@Nullable String root) throws Problem {
        if (root != null
                && (root.length() > 200 // first: the pattern recurses with each step of the path
                        || !CONTEXT_ROOT.matcher(root).matches()
                        || List.of(root.split("/")).contains(".."))) {
            throw Problem.badRequest(
                    "A context root is / or a path such as /shop: at most 200 characters, letters and digits of ASCII"
                            + " and ._~!$&'()*+,=:@-, without a slash at its end");
        }
        return root;
    }

    /** Null where none is said. */
    static @Nullable String version(Map<String, String> query) throws Problem {
        String version = query.get(Entry.VERSION);
        if (version != null && !VersionedName.isVersion(version)) {
            throw Problem.badRequest("A version has " + VersionedName.RULE + " characters");
        }
        return version;
    }

    /** Null where none is said. */
    static @Nullable Duration retireTimeout(@Nullable String text) throws Problem {
        try {
            int seconds = text == null ? 0 : Integer.parseInt(text);
            if (seconds < 0 || seconds > MOST_RETIRE_SECONDS) {
                throw new NumberFormatException("out of range");
            }
            return text == null ? null : Duration.ofSeconds(seconds);
        } catch (NumberFormatException e) {
            throw Problem.badRequest("retire-timeout is a number of seconds from 0 to " + MOST_RETIRE_SECONDS);
        }
    }

    /** Where an archive lies on the machine of the admin server. */
    static Path path(JsonObject json) throws Problem {
        if (!(json.get("path") instanceof JsonString text)) {
            throw Problem.badRequest("Send {\"path\": \"/...\"}, or the archive itself");
        }
        try {
            Path path = Path.of(text.getString());
            if (!path.isAbsolute() || !Files.isRegularFile(path) && !Files.isDirectory(path)) {
                throw Problem.badRequest(
                        "The path is not that of a file or a directory on the admin server's machine: " + path);
            }
            return path.normalize();
        } catch (InvalidPathException e) {
            throw Problem.badRequest("The path is not one: " + e.getReason());
        }
    }
}
