package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeException;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.config.WrittenValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An application's entry in the text of {@code domain.yaml}: what deployment writes of it, beside what others have written. */
final class Entry {
    private static final String APPLICATIONS = "applications";
    static final String NEXT_ARCHIVE = "next-archive";
    static final String NEXT_DIGEST = "next-digest";
    static final String NEXT_PATH = "next-path";
    static final String NEXT_PLAN = "next-plan";
    static final String NEXT_SERVERS = "next-servers";
    static final String VERSION = "version";
    static final String OTHER_VERSION = "other-version";
    static final String OTHER_ARCHIVE = "other-archive";
    static final String OTHER_DIGEST = "other-digest";
    static final String OTHER_PATH = "other-path";
    static final String OTHER_PLAN = "other-plan";
    static final String OTHER_UNTIL = "other-until";
    private static final String OTHER = "other-";
    /** What each of two versions has of its own. */
    private static final List<String> OWN = List.of(VERSION, "archive", "digest", "path", "plan");

    private static final List<String> KEYS = List.of(
            "targets",
            "stage-mode",
            "archive",
            "digest",
            "path",
            "context-root",
            "plan",
            "state",
            NEXT_ARCHIVE,
            NEXT_DIGEST,
            NEXT_PATH,
            NEXT_PLAN,
            NEXT_SERVERS,
            VERSION,
            OTHER_VERSION,
            OTHER_ARCHIVE,
            OTHER_DIGEST,
            OTHER_PATH,
            OTHER_PLAN,
            OTHER_UNTIL);

    private Entry() {}

    private static SettingPath path(String name) {
        return SettingPath.of(APPLICATIONS, name);
    }

    /** What deployment has written of an application; empty where nothing. */
    static Map<String, Object> of(Model model, DomainFile file, String name) {
        Map<String, Object> written = new LinkedHashMap<>();
        for (String key : KEYS) {
            if (file.keys(path(name)).contains(key)) {
                Object value = WrittenValue.at(model, file, path(name).child(key));
                if (value != null) {
                    written.put(key, value);
                }
            }
        }
        return written;
    }

    /** How the servers of an application come by its archive. */
    static StageMode mode(Map<String, Object> written) {
        return StageMode.valueOf(String.valueOf(written.getOrDefault("stage-mode", "stage"))
                .toUpperCase(Locale.ROOT)
                .replace('-', '_'));
    }

    /** The values of an application that runs. */
    static Map<String, Object> values(
            List<String> targets,
            StageMode mode,
            String archive,
            String digest,
            @Nullable String path,
            @Nullable String contextRoot,
            @Nullable String plan,
            String state) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("targets", targets);
        if (mode != StageMode.STAGE) {
            values.put("stage-mode", mode.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        values.put("archive", archive);
        values.put("digest", digest);
        if (mode == StageMode.NOSTAGE && path != null) {
            values.put("path", path);
        }
        if (contextRoot != null) {
            values.put("context-root", contextRoot);
        }
        if (plan != null && !plan.isEmpty()) {
            values.put("plan", plan);
        }
        if (!state.equals("running")) {
            values.put("state", state);
        }
        return values;
    }

    /** The values with another version beside the one that has the new clients; that other one's as {@link #values} makes them. */
    static Map<String, Object> beside(Map<String, Object> now, Map<String, Object> other, @Nullable Object version) {
        Map<String, Object> values = alone(now);
        for (String key : OWN) {
            put(values, OTHER + key, key.equals(VERSION) ? version : other.get(key));
        }
        return values;
    }

    /**
     * The values with the two versions in one another's place.
     *
     * @param until when the one ends that had the new clients; null: when nobody has a session of it
     */
    static Map<String, Object> turned(Map<String, Object> now, @Nullable String until) {
        Map<String, Object> values = alone(now);
        for (String key : OWN) {
            values.remove(key);
            put(values, key, now.get(OTHER + key));
            put(values, OTHER + key, now.get(key));
        }
        put(values, OTHER_UNTIL, until);
        return values;
    }

    /** The values without the version beside the active one. */
    static Map<String, Object> alone(Map<String, Object> now) {
        Map<String, Object> values = new LinkedHashMap<>(now);
        values.keySet().removeIf(key -> key.startsWith(OTHER));
        return values;
    }

    /** The values with what is written of the version beside the active one. */
    static Map<String, Object> withOther(Map<String, Object> values, Map<String, Object> now) {
        Map<String, Object> both = new LinkedHashMap<>(values);
        now.forEach((key, value) -> {
            if (key.startsWith(OTHER)) {
                both.put(key, value);
            }
        });
        return both;
    }

    /** What is written of the version beside the active one, by the keys of one that is alone; empty where there is none. */
    static Map<String, Object> other(Map<String, Object> now) {
        Map<String, Object> other = new LinkedHashMap<>();
        now.forEach((key, value) -> {
            if (key.startsWith(OTHER)) {
                other.put(key.substring(OTHER.length()), value);
            }
        });
        return other;
    }

    private static void put(Map<String, Object> values, String key, @Nullable Object value) {
        if (value != null) {
            values.put(key, value);
        }
    }

    /**
     * The values of an application that get a version which comes by a rolling redeployment; no server has it yet.
     *
     * @param next as {@link #values} makes them
     */
    static Map<String, Object> coming(Map<String, Object> now, Map<String, Object> next) {
        Map<String, Object> values = settled(now);
        values.put(NEXT_ARCHIVE, next.get("archive"));
        values.put(NEXT_DIGEST, next.get("digest"));
        if (next.get("path") != null) {
            values.put(NEXT_PATH, next.get("path"));
        }
        if (next.get("plan") != null) {
            values.put(NEXT_PLAN, next.get("plan"));
        }
        return values;
    }

    /** The values with that version for all servers. */
    static Map<String, Object> come(Map<String, Object> now) {
        Map<String, Object> values = settled(now);
        values.put("archive", now.get(NEXT_ARCHIVE));
        values.put("digest", now.get(NEXT_DIGEST));
        move(now, NEXT_PATH, values, "path");
        move(now, NEXT_PLAN, values, "plan");
        return values;
    }

    private static void move(Map<String, Object> from, String key, Map<String, Object> to, String as) {
        Object value = from.get(key);
        to.remove(as);
        if (value != null) {
            to.put(as, value);
        }
    }

    /** The values without a version that comes. */
    static Map<String, Object> settled(Map<String, Object> now) {
        Map<String, Object> values = new LinkedHashMap<>(now);
        values.keySet().removeAll(List.of(NEXT_ARCHIVE, NEXT_DIGEST, NEXT_PATH, NEXT_PLAN, NEXT_SERVERS));
        return values;
    }

    /** The values with or without a server among those that have the version that comes. */
    static Map<String, Object> with(Map<String, Object> now, String server, boolean has) {
        TreeSet<String> servers = new TreeSet<>(servers(now));
        boolean changed = has ? servers.add(server) : servers.remove(server);
        Map<String, Object> values = new LinkedHashMap<>(now);
        if (changed && servers.isEmpty()) {
            values.remove(NEXT_SERVERS);
        } else if (changed) {
            values.put(NEXT_SERVERS, List.copyOf(servers));
        }
        return values;
    }

    /** The servers that have the version that comes. */
    static List<String> servers(Map<String, Object> now) {
        Object servers = now.get(NEXT_SERVERS);
        return servers instanceof List<?> items
                ? items.stream().map(String::valueOf).toList()
                : servers == null ? List.of() : List.of(servers.toString());
    }

    /** The text with these values and no others of deployment; without any, the entry goes unless others have written there. */
    static DomainFile write(DomainFile file, String name, Map<String, Object> values)
            throws EditException, ChangeException {
        DomainFile edited = file;
        for (Map.Entry<String, Object> value : values.entrySet()) {
            SettingPath path = path(name).child(value.getKey());
            edited = edited.edit(path, value.getValue());
        }
        List<String> rest = new ArrayList<>(file.keys(path(name)));
        rest.removeAll(KEYS);
        if (values.isEmpty() && rest.isEmpty()) {
            List<String> all = file.keys(SettingPath.of(APPLICATIONS));
            return all.equals(List.of(name))
                    ? edited.remove(SettingPath.of(APPLICATIONS))
                    : all.contains(name) ? edited.remove(path(name)) : edited;
        }
        for (String key : KEYS) {
            if (!values.containsKey(key) && file.keys(path(name)).contains(key)) {
                edited = edited.remove(path(name).child(key));
            }
        }
        return edited;
    }
}
