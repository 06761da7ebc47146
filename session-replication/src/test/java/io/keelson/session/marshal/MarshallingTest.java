package io.keelson.session.marshal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.session.store.TestHost;
import io.keelson.testkit.ManualTicker;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MarshallingTest {
    private final Marshalling marshalling = new Marshalling(new TestHost(new ManualTicker()));

    /** A list that is as deep as it is long. */
    private record Link(int number, @Nullable Link next) implements Serializable {}

    static List<Object> values() {
        return List.of(
                "",
                "plain",
                "Grüße",
                "\u0100 and more",
                "\ud83d\ude00",
                "half \ud800",
                7,
                -7L,
                true,
                false,
                new byte[0],
                new byte[] {0, -1, 'O', 'Y'},
                List.of("a", 1));
    }

    @ParameterizedTest
    @MethodSource("values")
    void comesBackAsItWas(Object value) {
        Marshalling.Written written = marshalling.write("x", value, null);
        assertThat(written.outcome()).isEqualTo(Marshalling.Outcome.WRITTEN);
        assertThat(marshalling.read("x", written.bytes())).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("values")
    void theLengthOfTheLastTimeIsOnlyAGuess(Object value) {
        byte[] bytes = marshalling.write("x", value, null).bytes();
        for (int length : new int[] {0, 1, bytes.length - 1, bytes.length, bytes.length + 1, 5_000}) {
            assertThat(marshalling.write("x", value, new byte[length]).bytes()).isEqualTo(bytes);
        }
    }

    @Test
    void plainTextTakesAByteACharacter() {
        assertThat(marshalling.write("x", "a".repeat(1000), null).bytes()).hasSize(1001);
        assertThat(marshalling.write("x", "\u0100".repeat(1000), null).bytes()).hasSize(2001);
    }

    @Test
    void bytesAreKeptAsTheyAre() {
        assertThat(marshalling.write("x", new byte[1000], null).bytes()).hasSize(1001);
    }

    @Test
    void bytesThatAreSetAreNotTheOnesThatAreKept() {
        byte[] value = {1, 2};
        byte[] kept = marshalling.write("x", value, null).bytes();
        value[0] = 3;
        ((byte[]) Objects.requireNonNull(marshalling.read("x", kept)))[1] = 4;
        assertThat(marshalling.read("x", kept)).isEqualTo(new byte[] {1, 2});
    }

    @Test
    void whatIsTooDeepForTheStackIsNoFaultOfTheRequest() {
        Link deep = null;
        for (int i = 0; i < 200_000; i++) {
            deep = new Link(i, deep);
        }
        assertThat(marshalling.write("x", deep, null).outcome()).isEqualTo(Marshalling.Outcome.LATER);
    }

    private static final class Supplier {
        @Override
        public String toString() {
            return "a supplier";
        }
    }

    private record Line(String name, Supplier supplier) implements Serializable {}

    /** 7.7.2: what cannot move is named, and where in it that is. */
    @Test
    void whatCannotBeKeptIsSaidWithItsPathOnce() {
        Object cart = new ArrayList<>(List.of("x", new Line("y", new Supplier())));
        try (Said said = new Said()) {
            marshalling.beingSet("cart", cart);
            assertThat(said.messages())
                    .as("not while it is set, but in development")
                    .isEmpty();
            for (int i = 0; i < 2; i++) {
                assertThat(marshalling.write("cart", cart, null).outcome()).isEqualTo(Marshalling.Outcome.REFUSED);
            }
            assertThat(said.messages())
                    .singleElement()
                    .asString()
                    .contains(
                            "KLS-101060",
                            "'cart' (java.util.ArrayList)",
                            "cart[1].supplier (" + Supplier.class.getName());
        }
    }

    @Test
    void inDevelopmentItIsSaidWhereItIsSet() {
        TestHost host = new TestHost(new ManualTicker());
        host.development = true;
        Marshalling developed = new Marshalling(host);
        try (Said said = new Said()) {
            developed.beingSet("line", new Line("y", null));
            assertThat(said.messages()).isEmpty();
            for (int i = 0; i < 2; i++) {
                developed.beingSet("line", new Line("y", new Supplier()));
            }
            assertThat(said.messages())
                    .singleElement()
                    .asString()
                    .contains("KLS-101063", "line.supplier (" + Supplier.class.getName());
            assertThat(said.places())
                    .singleElement()
                    .satisfies(place -> assertThat(place.getStackTrace())
                            .anyMatch(frame -> frame.getMethodName().equals("inDevelopmentItIsSaidWhereItIsSet")));
        }
    }
}
