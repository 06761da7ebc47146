package io.keelson.admin.change;

import io.keelson.kernel.config.ConfigurationChange;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.ConfigurationSecrets;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.KeptSecrets;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Problem;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.config.WrittenValue;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes that somebody who holds the lock has made and not yet activated. It keeps the edits beside the text that they make, so that
 * they can be made again on a text that was edited by hand meanwhile. Owned by {@link EditService}, and guarded by the lock of the
 * {@link ChangeCentre}.
 */
final class EditSession {
    private final Model model;
    private final String owner;
    private final Instant since;
    private int baseRevision;
    private DomainFile base;
    private DomainFile edited;
    private final List<Edit> edits = new ArrayList<>();

    /**
     * An edit.
     *
     * @param value the new value; null to remove the setting
     */
    private record Edit(SettingPath path, @Nullable Object value) {
        DomainFile on(DomainFile file) throws EditException {
            return value == null ? file.remove(path) : file.edit(path, value);
        }
    }

    EditSession(Model model, String owner, Instant since, int baseRevision, DomainFile base) {
        this.model = model;
        this.owner = owner;
        this.since = since;
        this.baseRevision = baseRevision;
        this.base = base;
        this.edited = base;
    }

    String owner() {
        return owner;
    }

    Instant since() {
        return since;
    }

    int baseRevision() {
        return baseRevision;
    }

    DomainFile edited() {
        return edited;
    }

    /** Sets a value: plain data, as of JSON. */
    void set(SettingPath path, Object value) throws ChangeException {
        try {
            Object whole = KeptSecrets.with(model, edited, path, value);
            apply(new Edit(path, WrittenValue.typed(model, path, whole, this::sealed)));
        } catch (IllegalArgumentException e) {
            throw new ChangeException(ChangeException.Kind.WRONG, String.valueOf(e.getMessage()));
        }
    }

    /** Encrypts the secrets that everybody can read; says which. */
    List<SettingPath> encryptSecrets() throws ChangeException {
        List<SettingPath> readable = new ConfigurationReader(model).readableSecrets(edited);
        Set<SettingPath> places = new LinkedHashSet<>();
        readable.forEach(path -> places.add(WrittenValue.writable(edited, path)));
        for (SettingPath path : places) {
            Object plain = WrittenValue.raw(edited, path);
            if (plain != null) {
                set(path, plain);
            }
        }
        return readable;
    }

    /** A secret as it is written: encrypted. One that is encrypted already must be one of this domain. */
    private String sealed(String given, SettingPath path) {
        ConfigurationSecrets secrets = new ConfigurationSecrets(edited.directory());
        try {
            if (ConfigurationSecrets.encrypted(given)) {
                secrets.decrypt(given);
                return given;
            }
            return secrets.encrypt(given);
        } catch (IOException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    /** Takes a setting out, or an entry with all that it has. */
    void remove(SettingPath path) throws ChangeException {
        apply(new Edit(path, null));
    }

    private void apply(Edit edit) throws ChangeException {
        try {
            edited = edit.on(edited);
            edits.add(edit);
        } catch (EditException e) {
            throw new ChangeException(ChangeException.Kind.WRONG, String.valueOf(e.getMessage()));
        }
    }

    /** Takes the text of an earlier revision; edits before that are void. */
    void replace(DomainFile text) {
        edits.clear();
        edited = text;
    }

    /** Makes the edits again on another text. */
    void rebase(int revision, DomainFile text, String why) throws ChangeException {
        edited = again(text, why);
        baseRevision = revision;
        base = text;
    }

    /** Returns what the edits make of another text. */
    DomainFile again(DomainFile text, String why) throws ChangeException {
        DomainFile again = text;
        for (Edit edit : edits) {
            try {
                again = edit.on(again);
            } catch (EditException e) {
                throw new ChangeException(
                        ChangeException.Kind.REFUSED,
                        why + ", and the change of " + edit.path() + " in the edit session of " + owner
                                + " does not fit it any more: " + e.getMessage()
                                + "; discard the changes and begin again");
            }
        }
        return again;
    }

    List<ConfigurationChange> changes() {
        return ConfigurationChange.between(model, base, edited);
    }

    List<Problem> problems() {
        return new ConfigurationReader(model).check(edited);
    }

    /** By server, the settings among the changes that it reads at its next start only. */
    Map<String, List<String>> restart() {
        Map<String, List<String>> restart = new LinkedHashMap<>();
        List<ConfigurationChange> changes = ConfigurationChange.forServers(model, base, edited);
        List<String> there = servers(edited);
        there.retainAll(servers(base)); // a new server starts with what is activated
        for (String server : there) {
            List<String> paths = changes.stream()
                    .filter(change -> !change.live() && change.concerns(server))
                    .map(change -> change.path().toString())
                    .toList();
            if (!paths.isEmpty()) {
                restart.put(server, paths);
            }
        }
        return restart;
    }

    /** The servers that a text has; the admin server where it names none. */
    static List<String> servers(DomainFile file) {
        return new ArrayList<>(file.servers());
    }
}
