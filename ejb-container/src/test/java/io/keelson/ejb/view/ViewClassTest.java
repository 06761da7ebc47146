package io.keelson.ejb.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ViewClassTest {
    /** A view with every kind of parameter and result. */
    interface Everything<T> {
        long sum(byte a, short b, char c, int d, long e, float f, double g, boolean h);

        T echo(T value);

        int[] array(int... values);

        double half(double value);

        void nothing();

        boolean yes();

        void fails() throws IOException;

        default String greeting() {
            return "of the interface";
        }
    }

    /** A bean class whose constructor must not run for a reference. */
    static class Bean implements Comparable<Bean> {
        static int made;

        Bean() {
            made++;
        }

        public String hello(String name, long times) {
            return "the bean itself";
        }

        protected String guarded() {
            return "the bean itself";
        }

        String ofThePackage() {
            return "the bean itself";
        }

        public final String fixed() {
            return "fixed";
        }

        @Override
        public int compareTo(Bean other) {
            return 1;
        }
    }

    static final class Final {}

    private static <V> Object call(ViewClass<V> type, Integer number, Object[] arguments) {
        return type.methods().get(number).getName() + Arrays.deepToString(arguments);
    }

    @SuppressWarnings("unchecked")
    @Test
    void argumentsAndResultsOfEachKindGoThrough() {
        ViewClass<Everything> type = ViewClass.of(Everything.class, Bean.class);
        Everything<String> view = type.reference((number, arguments) -> switch (type.methods()
                .get(number)
                .getName()) {
            case "sum" ->
                Arrays.stream(arguments, 0, 7)
                        .mapToLong(each -> each instanceof Character c ? c : ((Number) each).longValue())
                        .sum();
            case "echo", "array" -> arguments[0];
            case "half" -> (Double) arguments[0] / 2;
            case "yes" -> true;
            case "greeting" -> "of the bean";
            default -> null;
        });

        assertThat(view.sum((byte) 1, (short) 2, (char) 3, 4, 5L, 6f, 7d, true)).isEqualTo(28);
        assertThat(view.echo("x")).isEqualTo("x");
        assertThat(view.array(1, 2)).containsExactly(1, 2);
        assertThat(view.half(3)).isEqualTo(1.5);
        assertThat(view.yes()).isTrue();
        assertThat(view.greeting()).isEqualTo("of the bean");
        view.nothing();
    }

    /** A bean class that does what its view says. */
    public static class Local {
        public long sum(byte a, short b, char c, int d, long e, float f, double g, boolean h) {
            return a + b + c + d + e + (long) f + (long) g + (h ? 1 : 0);
        }

        public byte narrow(byte value) {
            return (byte) -value;
        }

        public float single(float value, float other) {
            return value - other;
        }

        public double twice(double value, String text) {
            return value * 2 + text.length();
        }

        public String[] texts(String one, String two) {
            return new String[] {one, two};
        }

        public boolean fails() throws IOException {
            throw new IOException("planted");
        }

        String ofThePackage() {
            return "the bean itself";
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Local direct(ViewClass<Local> type, Predicate<Object> call) {
        Local view = type.reference((number, arguments) -> switch (type.methods()
                .get(number)
                .getReturnType()
                .getName()) {
            case "byte" -> (byte) 99;
            case "boolean" -> true;
            default -> "by an array " + Arrays.toString(arguments);
        });
        Predicate<Object>[] calls = new Predicate[type.methods().size()];
        Arrays.fill(calls, call);
        assertThat(type.direct(view, calls)).isTrue();
        return view;
    }

    private static ViewClass<Local> local() {
        return ViewClass.ofBusiness(Local.class, Local.class, StandIn.of(Local.class, "local", id -> new Local()));
    }

    @SuppressWarnings("unchecked")
    @Test
    void directCallsPassArgumentsAndResultsOfEachKind() {
        Set<Object> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        Local view = direct(local(), call -> {
            objects.add(call);
            Object unused = ((UnaryOperator<Object>) call).apply(new Local());
            return true;
        });

        for (int i = 0; i < 3; i++) {
            assertThat(view.sum((byte) 1, (short) 2, (char) 3, 4, 5L, 6f, 7d, true))
                    .isEqualTo(29);
            assertThat(view.narrow((byte) 3)).isEqualTo((byte) -3);
            assertThat(view.single(3f, 1f)).isEqualTo(2f);
            assertThat(view.twice(2.5, "abc")).isEqualTo(8);
            assertThat(view.texts("x", null)).containsExactly("x", null);
        }
        assertThat(objects).as("call objects of one thread").hasSize(1);
        assertThat(view.ofThePackage()).isEqualTo("by an array []");
        assertThatExceptionOfType(IOException.class).isThrownBy(view::fails).withMessage("planted");
    }

    @Test
    void aDirectCallThatIsRefusedGoesByAnArray() {
        Local view = direct(local(), call -> false);

        assertThat(view.narrow((byte) 3)).isEqualTo((byte) 99);
    }

    @Test
    void callsWithinCallsHaveObjectsOfTheirOwn() {
        Local[] view = new Local[1];
        view[0] = direct(local(), call -> {
            Object unused = ((UnaryOperator<Object>) call).apply(new Local() {
                @Override
                public double twice(double value, String text) {
                    return text.isEmpty() ? value : value + view[0].twice(value * 10, text.substring(1));
                }
            });
            return true;
        });

        assertThat(view[0].twice(1, "abc")).isEqualTo(1111);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    @Test
    void aRemoteViewIsNotCalledDirectly() {
        ViewClass<Local> type = ViewClass.ofBusiness(Local.class, Local.class, null);
        Local view = type.reference((number, arguments) -> (byte) 1);
        Predicate<Object>[] calls = new Predicate[type.methods().size()];
        Arrays.fill(calls, (Predicate<Object>) call -> true);

        assertThat(type.direct(view, calls)).isFalse();
        assertThat(view.narrow((byte) 3)).isEqualTo((byte) 1);
    }

    @SuppressWarnings("unchecked")
    @Test
    void whatTheTargetThrowsComesAsItIs() {
        Everything<String> view = ViewClass.of(Everything.class, Bean.class).reference((number, arguments) -> {
            throw thrown(new IOException("planted"));
        });

        assertThatExceptionOfType(IOException.class).isThrownBy(view::fails).withMessage("planted");
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException thrown(Throwable e) throws E {
        throw (E) e;
    }

    @Test
    void aClassIsItsOwnViewWithoutItsConstructor() {
        Bean.made = 0;
        ViewClass<Bean> type = ViewClass.of(Bean.class, Bean.class);
        Bean view = type.reference((number, arguments) -> {
            Object said = call(type, number, arguments);
            return type.methods().get(number).getReturnType() == int.class
                    ? said.toString().length()
                    : said;
        });

        assertThat(view.hello("x", 7L)).isEqualTo("hello[x, 7]");
        assertThat(view.guarded()).isEqualTo("guarded[]");
        assertThat(view.ofThePackage()).isEqualTo("ofThePackage[]");
        assertThat(view.fixed()).isEqualTo("fixed");
        assertThat(view.compareTo(new Bean())).isPositive();
        Bean.made--;
        assertThat(Bean.made).isZero();
    }

    @Test
    void aReferenceMayHaveMoreInterfaces() {
        ViewClass<Bean> type = ViewClass.of(Bean.class, Bean.class, AutoCloseable.class);
        Bean view = type.reference((number, arguments) -> call(type, number, arguments));

        assertThat(view).isInstanceOf(AutoCloseable.class);
        assertThat(type.methods()).extracting("name").contains("close");
    }

    @Test
    void aFinalClassIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ViewClass.of(Final.class, Final.class))
                .withMessageContaining(Final.class.getName());
    }

    @Test
    void eachReferenceHasItsOwnTarget() {
        ViewClass<List> type = ViewClass.of(List.class, Bean.class);
        List<?> one = type.reference((number, arguments) -> 1);
        List<?> two = type.reference((number, arguments) -> 2);

        assertThat(one.size()).isEqualTo(1);
        assertThat(two.size()).isEqualTo(2);
    }
}
