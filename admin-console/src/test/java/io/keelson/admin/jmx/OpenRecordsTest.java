package io.keelson.admin.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

class OpenRecordsTest {
    private final OpenRecords open = new OpenRecords();

    /** A state. */
    public enum Light {
        /** On. */
        ON
    }

    /** A record within one. */
    public record Part(String name, int weight) {}

    /** One component of each kind. */
    public record All(
            String name,
            boolean lit,
            short small,
            int whole,
            long large,
            float rough,
            double real,
            Duration pause,
            Light light,
            Optional<String> maybe,
            Optional<Part> part,
            OptionalInt count,
            OptionalLong bytes,
            AtomicLong counter,
            StringBuilder other,
            List<String> texts,
            Set<Part> parts,
            List<List<Long>> rows,
            Map<String, Integer> sizes,
            Map<Light, Part> byLight,
            List<Duration> pauses) {}

    /** Has itself within it. */
    public record Tree(String name, List<Tree> below) {}

    /** Has nothing to show. */
    public record Empty() {}

    /** Has that. */
    public record OfEmpty(Empty nothing) {}

    private static All all() {
        return new All(
                "a",
                true,
                (short) 1,
                2,
                3,
                0.5f,
                0.25,
                Duration.ofSeconds(45),
                Light.ON,
                Optional.of("m"),
                Optional.empty(),
                OptionalInt.of(7),
                OptionalLong.empty(),
                new AtomicLong(9),
                new StringBuilder("text"),
                List.of("x", "y"),
                Set.of(new Part("p", 4)),
                List.of(List.of(1L, 2L), List.of()),
                Map.of("k", 5),
                Map.of(Light.ON, new Part("q", 6)),
                List.of(Duration.ofMillis(8)));
    }

    @Test
    void eachKindOfComponentHasItsType() {
        Map<String, Object> values = open.values(all());
        assertThat(values.keySet())
                .containsExactly(
                        "name",
                        "lit",
                        "small",
                        "whole",
                        "large",
                        "rough",
                        "real",
                        "pauseMillis",
                        "light",
                        "maybe",
                        "part",
                        "count",
                        "bytes",
                        "counter",
                        "other",
                        "texts",
                        "parts",
                        "rows",
                        "sizes",
                        "byLight",
                        "pauses");
        assertThat(values)
                .containsEntry("name", "a")
                .containsEntry("lit", true)
                .containsEntry("small", 1)
                .containsEntry("whole", 2)
                .containsEntry("large", 3L)
                .containsEntry("rough", 0.5)
                .containsEntry("real", 0.25)
                .containsEntry("pauseMillis", 45_000L)
                .containsEntry("light", "ON")
                .containsEntry("maybe", "m")
                .containsEntry("part", null)
                .containsEntry("count", 7)
                .containsEntry("bytes", null)
                .containsEntry("counter", 9L)
                .containsEntry("other", "text");
        assertThat((String[]) values.get("texts")).containsExactly("x", "y");
        assertThat((Long[][]) values.get("rows")).isDeepEqualTo(new Long[][] {{1L, 2L}, {}});
        assertThat((Long[]) values.get("pauses")).containsExactly(8L);
        CompositeData part = ((CompositeData[]) values.get("parts"))[0];
        assertThat(part.getAll(new String[] {"name", "weight"})).containsExactly("p", 4);
        TabularData sizes = (TabularData) values.get("sizes");
        assertThat(sizes.get(new Object[] {"k"}).get("value")).isEqualTo(5);
        TabularData byLight = (TabularData) values.get("byLight");
        assertThat(((CompositeData) byLight.get(new Object[] {"ON"}).get("value")).get("name"))
                .isEqualTo("q");
    }

    @Test
    void whatIsShownIsOfTheTypeThatIsSaid() {
        Map<String, Object> values = open.values(all());
        open.components(All.class).forEach((name, shown) -> {
            if (values.get(name) != null) {
                assertThat(shown.type().isValue(values.get(name))).as(name).isTrue();
            }
        });
        Shown whole = open.whole(All.class);
        assertThat(whole.type().isValue(whole.of(all()))).isTrue();
        Shown several = OpenRecords.array(whole);
        assertThat(several.type().isValue(several.of(List.of(all(), all())))).isTrue();
    }

    @Test
    void whatIsNotKnownIsNull() {
        All known = all();
        All unknown = new All(
                null,
                true,
                (short) 1,
                2,
                3,
                Float.NaN,
                Double.NaN,
                null,
                null,
                Optional.empty(),
                Optional.of(new Part(null, 1)),
                OptionalInt.empty(),
                OptionalLong.empty(),
                null,
                null,
                null,
                Set.of(),
                new ArrayList<>(),
                null,
                Map.of(),
                List.of());
        Shown whole = open.whole(All.class);
        CompositeData shown = (CompositeData) whole.of(unknown);
        assertThat(shown.getAll(new String[] {"name", "pauseMillis", "light", "maybe", "counter", "texts", "sizes"}))
                .containsOnlyNulls();
        assertThat(((CompositeData) shown.get("part")).get("weight")).isEqualTo(1);
        assertThat(shown.getCompositeType()).isEqualTo(((CompositeData) whole.of(known)).getCompositeType());
    }

    @Test
    void aRecordThatHasItselfIsTextThere() {
        Tree tree = new Tree("a", List.of(new Tree("b", List.of())));
        CompositeData shown = (CompositeData) open.whole(Tree.class).of(tree);
        assertThat((String[]) shown.get("below")).containsExactly("Tree[name=b, below=[]]");
        OpenType<?> nothing = open.components(OfEmpty.class).get("nothing").type();
        assertThat(nothing).isEqualTo(SimpleType.STRING);
        assertThat(open.values(new OfEmpty(new Empty()))).containsEntry("nothing", "Empty[]");
    }
}
