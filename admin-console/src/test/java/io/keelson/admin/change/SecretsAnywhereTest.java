package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.config.WrittenValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secrets in every kind of place that a model can have: nobody reads them where they are written or shown, and they stay whose they are.
 */
class SecretsAnywhereTest {
    private static final int ROUNDS = 60;
    private static final String STARS = "******";
    private static final SettingPath PLACE = SettingPath.of("vaults", "v");

    @Section(value = "servers.*", help = "A server.")
    record One(
            @Setting(help = "Its port.", defaultValue = "7001")
            int port) {}

    record Door(
            @Setting(help = "Its name.", required = true) String name,

            @Setting(help = "Its height.", defaultValue = "2")
            int height,

            @Setting(help = "Its number.", secret = true) @Nullable
            String pin,

            @Setting(help = "Other numbers.", secret = true) List<String> codes) {}

    @Section(value = "vaults.*", help = "A vault.")
    record Vault(
            @Setting(help = "Its word.", secret = true) @Nullable
            String word,

            @Setting(help = "Words.", secret = true) List<String> tokens,

            @Setting(help = "Words by name.", secret = true) Map<String, String> keys,

            @Setting(help = "Doors.") List<Door> doors,

            @Setting(help = "Doors by room.") Map<String, Door> rooms) {}

    private static final Model MODEL = Model.of(One.class, Vault.class);

    @TempDir
    private Path directory;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private int number;
    private DomainFile empty;

    @BeforeEach
    void make() throws Exception {
        Path file = Files.writeString(directory.resolve("domain.yaml"), "servers:\n  a: {}\n");
        empty = DomainFile.read(file);
    }

    private String secret() {
        return "hush" + number++ + "hush";
    }

    private List<String> secrets() {
        List<String> all = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            all.add(secret());
        }
        return all;
    }

    /** Doors of one name, height and number of codes look alike but for their secrets. */
    private Map<String, Object> door() {
        Map<String, Object> door = new LinkedHashMap<>();
        door.put("name", "door" + random.nextInt(5));
        if (random.nextBoolean()) {
            door.put("height", random.nextInt(3));
        }
        if (random.nextInt(3) > 0) {
            door.put("pin", secret());
        }
        if (random.nextBoolean()) {
            door.put("codes", secrets());
        }
        return door;
    }

    private Map<String, Object> vault() {
        Map<String, Object> vault = new LinkedHashMap<>();
        vault.put("word", secret());
        vault.put("tokens", secrets());
        Map<String, Object> keys = new LinkedHashMap<>();
        secrets().forEach(each -> keys.put("key" + keys.size(), each));
        vault.put("keys", keys);
        List<Object> doors = new ArrayList<>();
        Map<String, Object> rooms = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            doors.add(door());
            rooms.put("room" + i, door());
        }
        vault.put("doors", doors);
        vault.put("rooms", rooms);
        return vault;
    }

    private EditSession session(DomainFile on) {
        return new EditSession(MODEL, "ann", Instant.EPOCH, 1, on);
    }

    private static DomainConfiguration configuration(DomainFile file) throws Exception {
        return new ConfigurationReader(MODEL).read(file, "a");
    }

    private static Vault read(DomainFile file) throws Exception {
        return configuration(file).all(Vault.class).get("v");
    }

    /** Returns what a vault is made of, in the clear. */
    private Vault plain(Map<String, Object> vault) throws Exception {
        return read(empty.edit(PLACE, vault));
    }

    private static void nobodyReads(EditSession session) throws Exception {
        DomainFile file = session.edited();
        assertThat(file.text()).doesNotContain("hush");
        assertThat(new ConfigurationReader(MODEL).readableSecrets(file)).isEmpty();
        assertThat(WrittenValue.shown(MODEL, file)).doesNotContain("hush", "{aes}");
        assertThat(String.valueOf(WrittenValue.at(MODEL, file, PLACE))).doesNotContain("hush", "{aes}");
        assertThat(session.changes().toString()).doesNotContain("hush", "{aes}");
        assertThat(session.problems()).isEmpty();
        DomainConfiguration read = configuration(file);
        assertThat(String.valueOf(read.effective(PLACE))).doesNotContain("hush", "{aes}");
        assertThat(read.shown(PLACE)).doesNotContain("hush", "{aes}");
    }

    private interface Round {
        void go() throws Exception;
    }

    private void rounds(Round round) {
        for (int i = 0; i < ROUNDS; i++) {
            try {
                round.go();
            } catch (AssertionError | Exception e) {
                throw new AssertionError("seed " + seed + ", round " + i, e);
            }
        }
    }

    @Test
    void whatIsSetIsEncryptedWhereverItStands() {
        rounds(() -> {
            Map<String, Object> vault = vault();
            EditSession whole = session(empty);
            whole.set(PLACE, vault);
            nobodyReads(whole);
            assertThat(read(whole.edited())).isEqualTo(plain(vault));
            EditSession each = session(empty);
            for (Map.Entry<String, Object> entry : vault.entrySet()) {
                each.set(PLACE.child(entry.getKey()), entry.getValue());
                nobodyReads(each);
            }
            assertThat(read(each.edited())).isEqualTo(plain(vault));
        });
    }

    @Test
    void whatIsReadableIsEncryptedAtOnce() {
        rounds(() -> {
            Map<String, Object> vault = vault();
            DomainFile readable = empty.edit(PLACE, vault);
            assertThat(new ConfigurationReader(MODEL).readableSecrets(readable)).isNotEmpty();
            EditSession session = session(readable);
            session.encryptSecrets();
            nobodyReads(session);
            assertThat(read(session.edited())).isEqualTo(plain(vault));
        });
    }

    /** As a form does that was shown stars: with nothing changed, with items in another order, without some, and with new ones. */
    @Test
    void starsThatComeBackKeepTheSecretOfTheirItem() {
        rounds(() -> {
            Map<String, Object> vault = vault();
            List<Map<String, Object>> doors = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                Map<String, Object> door = door();
                door.put("name", "own" + i);
                doors.add(door);
            }
            vault.put("doors", List.copyOf(doors));
            EditSession session = session(empty);
            session.set(PLACE, vault);
            session.set(PLACE, shown(session, PLACE));
            assertThat(read(session.edited())).isEqualTo(plain(vault));

            SettingPath place = PLACE.child("doors");
            List<Object> stars = new ArrayList<>((List<?>) shown(session, place));
            for (int i = doors.size() - 1; i >= 0; i--) {
                if (random.nextInt(4) == 0) {
                    doors.remove(i);
                    stars.remove(i);
                }
            }
            Random order = new Random(random.nextLong());
            long same = order.nextLong();
            Collections.shuffle(doors, new Random(same));
            Collections.shuffle(stars, new Random(same));
            Map<String, Object> fresh = door();
            fresh.put("name", "new");
            doors.add(fresh);
            stars.add(fresh);
            session.set(place, stars);
            vault.put("doors", doors);
            nobodyReads(session);
            assertThat(read(session.edited())).isEqualTo(plain(vault));
        });
    }

    private Object shown(EditSession session, SettingPath path) {
        return WrittenValue.at(MODEL, session.edited(), path);
    }

    private EditSession with(String key, Object value) throws Exception {
        EditSession session = session(empty);
        session.set(PLACE.child(key), value);
        return session;
    }

    @Test
    void anItemMayChangeInItsPlace() throws Exception {
        EditSession session = with(
                "doors", List.of(Map.of("name", "a", "pin", "one"), Map.of("name", "b", "height", 3, "pin", "two")));
        session.set(
                PLACE.child("doors"),
                List.of(Map.of("pin", STARS, "name", "a"), Map.of("name", "c", "height", "3", "pin", STARS)));
        assertThat(read(session.edited()).doors())
                .containsExactly(new Door("a", 2, "one", List.of()), new Door("c", 3, "two", List.of()));
        session.set(
                PLACE.child("doors"), List.of(Map.of("name", "a", "pin", "three"), Map.of("name", "c", "pin", STARS)));
        assertThat(read(session.edited()).doors()).extracting(Door::pin).containsExactly("three", "two");
    }

    @Test
    void ofSecretsThatLookAlikeEachKeepsItsPlace() throws Exception {
        EditSession session = with("tokens", List.of("one", "two"));
        session.set(PLACE.child("tokens"), List.of(STARS, STARS, "three"));
        assertThat(read(session.edited()).tokens()).containsExactly("one", "two", "three");
        session.set(PLACE.child("tokens"), List.of(STARS, "other", STARS));
        assertThat(read(session.edited()).tokens()).containsExactly("one", "other", "three");
        EditSession keys = with("keys", Map.of("a", "one", "b", "two"));
        keys.set(PLACE.child("keys"), Map.of("b", STARS, "c", "three"));
        assertThat(read(keys.edited()).keys()).isEqualTo(Map.of("b", "two", "c", "three"));
    }

    @Test
    void noSecretIsGivenToSomebodyElsesItem() throws Exception {
        EditSession tokens = with("tokens", List.of("one", "two", "three"));
        String before = tokens.edited().text();
        assertThatThrownBy(() -> tokens.set(PLACE.child("tokens"), List.of(STARS, STARS)))
                .isInstanceOf(ChangeException.class)
                .hasMessageContaining("vaults.v.tokens")
                .hasMessageContaining("cannot be told");
        EditSession doors = with(
                "doors",
                List.of(
                        Map.of("name", "a", "pin", "one"),
                        Map.of("name", "a", "pin", "two"),
                        Map.of("name", "b", "pin", "three")));
        assertThatThrownBy(() -> doors.set(
                        PLACE.child("doors"),
                        List.of(Map.of("name", "a", "pin", STARS), Map.of("name", "b", "pin", STARS))))
                .as("which one of the two")
                .hasMessageContaining("item 1");
        assertThatThrownBy(() -> doors.set(
                        PLACE.child("doors"),
                        List.of(Map.of("name", "b", "pin", STARS), Map.of("name", "new", "pin", STARS))))
                .as("there never was one")
                .hasMessageContaining("item 2");
        assertThatThrownBy(() -> tokens.set(PLACE.child("word"), STARS)).hasMessageContaining("shown in place");
        assertThatThrownBy(() -> tokens.set(PLACE.child("keys"), Map.of("never", STARS)))
                .hasMessageContaining("shown in place");
        assertThat(tokens.edited().text()).isEqualTo(before);
    }
}
