package io.keelson.admin.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.SMIConstants;
import org.snmp4j.smi.Variable;

class ObjectTreeTest {
    private static final String ROOT = "1.3.6.1.4.1.32473.1";
    private static final Path MODULE = Path.of("src", "main", "mib", "KEELSON-MIB.txt");

    private final AtomicLong nanos = new AtomicLong();
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    };

    private NavigableMap<OID, Variable> tree(String root) {
        return new ObjectTree(
                        () -> TestView.with(42, TestView.work("default", 3, 1L << 40), TestView.work("", 0, 0)),
                        new OID(root),
                        ticker)
                .now();
    }

    private static String at(NavigableMap<OID, Variable> tree, String oid) {
        Variable value = tree.get(new OID(oid));
        return value == null ? "nothing" : value.toString();
    }

    @Test
    void theServerIsInScalars() {
        nanos.set(0);
        NavigableMap<OID, Variable> tree = tree(ROOT);
        assertThat(at(tree, "1.3.6.1.2.1.1.1.0")).isEqualTo("Keelson 1.2.3, server server-1 of the domain shop");
        assertThat(at(tree, "1.3.6.1.2.1.1.2.0")).isEqualTo(ROOT + ".2.1");
        assertThat(at(tree, "1.3.6.1.2.1.1.5.0")).isEqualTo("server-1");
        assertThat(at(tree, "1.3.6.1.2.1.1.7.0")).isEqualTo("64");
        assertThat(at(tree, ROOT + ".1.1.3.0")).isEqualTo("front");
        assertThat(at(tree, ROOT + ".1.1.4.0")).isEqualTo("RUNNING");
        assertThat(tree.get(new OID(ROOT + ".1.1.6.0")).toLong()).isEqualTo(9000);
        assertThat(at(tree, ROOT + ".1.1.7.0")).isEqualTo("5120");
        assertThat(at(tree, ROOT + ".1.1.8.0")).as("more than a gauge holds").isEqualTo("4294967295");
        assertThat(at(tree, ROOT + ".1.1.9.0")).isEqualTo("42");
        assertThat(at(tree, ROOT + ".1.1.10.0")).isEqualTo("3");
        assertThat(at(tree, ROOT + ".1.1.11.0")).isEqualTo("7");
        assertThat(at(tree, ROOT + ".1.1.12.0")).isEqualTo("2");
        assertThat(at(tree, ROOT + ".1.1.13.0")).isEqualTo("16");
    }

    @Test
    void rowsAreFoundByTheirNames() {
        NavigableMap<OID, Variable> tree = tree("1.3.6.1.3.9");
        String index = ".7.100.101.102.97.117.108.116"; // 7 bytes: default
        assertThat(at(tree, "1.3.6.1.3.9.1.2.1.1" + index)).isEqualTo("default");
        assertThat(at(tree, "1.3.6.1.3.9.1.2.1.2" + index)).isEqualTo("3");
        assertThat(tree.get(new OID("1.3.6.1.3.9.1.2.1.4" + index)).toLong()).isEqualTo(1L << 40);
        assertThat(at(tree, "1.3.6.1.3.9.1.2.1.7" + index)).as("true").isEqualTo("1");
        assertThat(at(tree, "1.3.6.1.3.9.1.2.1.2.0")).as("no name").isEqualTo("0");
        assertThat(at(tree, "1.3.6.1.3.9.1.3.1.2.7.68.101.102.97.117.108.116")).isEqualTo("127.0.0.1");
        assertThat(at(tree, "1.3.6.1.3.9.1.3.1.4.7.68.101.102.97.117.108.116")).isEqualTo("http,keelson");
        String cart = ".4.99.97.114.116.5.47.99.97.114.116";
        assertThat(at(tree, "1.3.6.1.3.9.1.4.1.4" + cart)).isEqualTo("12");
        assertThat(tree.keySet()).noneMatch(oid -> oid.startsWith(new OID(ROOT)));
    }

    @Test
    void longNamesFitAndOfTwoThatAreTheSameThenTheFirstIsShown() {
        String longest = "n".repeat(300);
        ObjectTree tree = new ObjectTree(
                () -> TestView.with(1, TestView.work(longest + "a", 1, 0), TestView.work(longest + "b", 2, 0)),
                new OID(ROOT),
                ticker);
        NavigableMap<OID, Variable> all = tree.now();
        assertThat(all.keySet()).allMatch(oid -> oid.size() <= 128);
        assertThat(all.entrySet().stream()
                        .filter(each -> each.getKey().startsWith(new OID(ROOT + ".1.2.1.2")))
                        .map(each -> each.getValue().toString()))
                .containsExactly("1");
        assertThat(all.values()).allMatch(value -> value.getBERLength() < 300);
    }

    @Test
    void theServerIsLookedAtOnceASecondAtMost() {
        AtomicInteger looks = new AtomicInteger();
        ObjectTree tree = new ObjectTree(() -> TestView.with(looks.incrementAndGet()), new OID(ROOT), ticker);
        for (int i = 0; i < 5; i++) {
            assertThat(at(tree.now(), ROOT + ".1.1.9.0")).isEqualTo("1");
        }
        nanos.addAndGet(Duration.ofMillis(1001).toNanos());
        assertThat(at(tree.now(), ROOT + ".1.1.9.0")).isEqualTo("2");
        assertThat(looks).hasValue(2);
    }

    @Test
    void whatHasNoInstanceIsToldFromWhatIsNoObject() {
        ObjectTree tree = new ObjectTree(() -> TestView.with(1), new OID(ROOT), ticker);
        assertThat(tree.has(new OID("1.3.6.1.2.1.1.1.5"))).isTrue();
        assertThat(tree.has(new OID(ROOT + ".1.2.1.7.3.1.2.3"))).isTrue();
        assertThat(tree.has(new OID("1.3.6.1.2.1.99.1.0"))).isFalse();
        assertThat(tree.has(new OID(ROOT + ".1.2.1.8.0"))).isFalse();
        assertThat(tree.now().keySet()).allMatch(tree::has);
    }

    /** The module's file describes what the agent shows: every object, where it is and of what type. */
    @Test
    void theModuleSaysWhatThereIs() throws Exception {
        Map<String, Integer> syntaxes = Map.of(
                "SnmpAdminString", SMIConstants.SYNTAX_OCTET_STRING,
                "Gauge32", SMIConstants.SYNTAX_GAUGE32,
                "Counter64", SMIConstants.SYNTAX_COUNTER64,
                "TimeTicks", SMIConstants.SYNTAX_TIMETICKS,
                "TruthValue", SMIConstants.SYNTAX_INTEGER);
        String text = Files.readString(MODULE);
        Map<String, OID> named = new HashMap<>(Map.of("enterprises", new OID("1.3.6.1.4.1")));
        Matcher ids = Pattern.compile("(?m)^(\\w+) +OBJECT IDENTIFIER ::= \\{ (\\w+) ([\\d ]+) \\}")
                .matcher(text);
        while (ids.find()) {
            OID parent = named.get(ids.group(2));
            if (parent != null) { // what is below the module itself is no instance's object
                named.put(ids.group(1), below(parent, ids.group(3)));
            }
        }
        assertThat(named.get("keelson")).isEqualTo(new OID(ROOT));
        Map<OID, Integer> described = new HashMap<>();
        Matcher objects = Pattern.compile(
                        "(?m)^(\\w+) OBJECT-TYPE\\s+SYNTAX +([^\\n]+)\\n(?:(?!::=)[\\s\\S])*?::= \\{ (\\w+) (\\d+) \\}")
                .matcher(text);
        while (objects.find()) {
            OID oid = below(Objects.requireNonNull(named.get(objects.group(3)), objects.group(3)), objects.group(4));
            named.put(objects.group(1), oid);
            if (syntaxes.containsKey(objects.group(2).strip())) {
                described.put(oid, syntaxes.get(objects.group(2).strip()));
            }
        }
        assertThat(described).hasSize(13 + 7 + 6 + 5);

        NavigableMap<OID, Variable> tree = tree(ROOT);
        tree.tailMap(new OID(ROOT))
                .forEach((oid, value) -> assertThat(described.entrySet().stream()
                                .filter(each -> oid.startsWith(each.getKey()))
                                .map(Map.Entry::getValue))
                        .as(oid.toString())
                        .containsExactly(value.getSyntax()));
        described
                .keySet()
                .forEach(object -> assertThat(tree.higherKey(object)).matches(next -> next.startsWith(object)));
        assertThat(new Integer32().getSyntax()).isEqualTo(SMIConstants.SYNTAX_INTEGER);
    }

    private static OID below(OID parent, String numbers) {
        OID whole = new OID(parent);
        for (String number : numbers.strip().split(" ")) {
            whole.append(Integer.parseInt(number));
        }
        return whole;
    }
}
