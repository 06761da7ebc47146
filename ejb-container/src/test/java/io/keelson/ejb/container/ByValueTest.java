package io.keelson.ejb.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ejb.view.ViewClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ByValueTest {
    private final ByValue values = new ByValue(ByValueTest.class.getClassLoader());

    /** A value of the application. */
    public static final class Parcel implements Serializable {
        private static final long serialVersionUID = 1;
        public String text = "";
    }

    /** A constant of the application. */
    public enum Colour {
        RED
    }

    /** A view. */
    public interface View {
        String call();
    }

    /** A neighbour of the reference's class. */
    public static class Bean {}

    @Test
    void unchangingValuesAndReferencesAreNotCopied() throws Exception {
        View reference = ViewClass.ofBusiness(View.class, Bean.class, null).reference((number, arguments) -> "called");
        Object[] arguments = {"text", 1, null, Colour.RED, TimeUnit.DAYS, reference};

        assertThat(values.arguments(arguments)).isSameAs(arguments);
        assertThat(values.value(reference)).isSameAs(reference);
    }

    @Test
    void whatCanChangeIsCopied() throws Exception {
        String[] array = {"a"};
        Parcel parcel = new Parcel();
        parcel.text = "b";
        Map<String, List<Object>> map = new HashMap<>(Map.of("c", new ArrayList<>(List.of(parcel, 1L, int.class))));

        Object[] copies = values.arguments(new Object[] {array, map, parcel});

        assertThat(copies[0]).isNotSameAs(array).isEqualTo(array);
        assertThat(copies[1]).isNotSameAs(map);
        Parcel copy = (Parcel) copies[2];
        assertThat(copy).isNotSameAs(parcel);
        assertThat(copy.text).isEqualTo("b");
        assertThat(((Map<?, ?>) copies[1]).get("c")).isEqualTo(List.of(copy, 1L, int.class));
    }

    @Test
    void referencesWithinValuesStay() throws Exception {
        View reference = ViewClass.ofBusiness(View.class, Bean.class, null).reference((number, arguments) -> "called");
        List<Object> list = new ArrayList<>(List.of(reference, new Parcel()));

        List<?> copy = (List<?>) values.value(list);

        assertThat(copy.get(0)).isSameAs(reference);
        assertThat(copy.get(1)).isNotSameAs(list.get(1));
    }

    @Test
    void whatIsNotSerializableIsRefused() {
        assertThatThrownBy(() -> values.value(new Object())).isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> values.arguments(new Object[] {"text", List.of(new Object())}))
                .isInstanceOf(NotSerializableException.class);
    }

    @Test
    void lambdasAndComparatorsAreCopied() throws Exception {
        Supplier<String> lambda = (Supplier<String> & Serializable) () -> "said";

        assertThat(((Supplier<?>) java.util.Objects.requireNonNull(values.value(lambda))).get())
                .isEqualTo("said");
        assertThat(values.value(Comparator.reverseOrder())).isInstanceOf(Comparator.class);
        assertThat(values.value(List.of("a", "b"))).isEqualTo(List.of("a", "b"));
        assertThat(values.value(java.time.LocalDate.EPOCH)).isEqualTo(java.time.LocalDate.EPOCH);
    }

    @Test
    void copiesHaveTheClassesOfTheLoader() throws Exception {
        ClassLoader other = new Twin();
        Parcel parcel = new Parcel();
        parcel.text = "b";

        Object copy = java.util.Objects.requireNonNull(new ByValue(other).value(parcel));

        assertThat(copy.getClass()).isNotSameAs(Parcel.class);
        assertThat(copy.getClass().getField("text").get(copy)).isEqualTo("b");
        Object colour = java.util.Objects.requireNonNull(new ByValue(other).value(Colour.RED));
        assertThat(colour.getClass()).isNotSameAs(Colour.class);
        assertThat(colour).hasToString("RED");
    }

    /** Has classes of its own for the two values above. */
    private static final class Twin extends ClassLoader {
        Twin() {
            super(ByValueTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Parcel.class.getName()) && !name.equals(Colour.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> there = findLoadedClass(name);
            if (there != null) {
                return there;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = java.util.Objects.requireNonNull(in).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
