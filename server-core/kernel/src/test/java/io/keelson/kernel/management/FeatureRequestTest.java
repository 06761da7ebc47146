package io.keelson.kernel.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.Request;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureRequestTest {
    private record Given(Map<String, String> parameters) implements Request {
        @Override
        public String variable(String name) {
            throw new IllegalArgumentException(name);
        }

        @Override
        public Optional<String> parameter(String name) {
            return Optional.ofNullable(parameters.get(name));
        }

        @Override
        public String caller() {
            return "ada";
        }
    }

    private static Request given(String value) {
        return new Given(Map.of("count", value));
    }

    @Test
    void aNumberIsTakenWithinItsBounds() throws Exception {
        assertThat(new Given(Map.of()).number("count", 50, 1, 100)).isEqualTo(50);
        assertThat(given("1").number("count", 50, 1, 100)).isEqualTo(1);
        assertThat(given("100").number("count", 50, 1, 100)).isEqualTo(100);
        assertThat(given("9000000000").number("count", 50, 1, Long.MAX_VALUE)).isEqualTo(9_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-1", "", "x", "1.5", "99999999999999999999"})
    void whatIsNoNumberWithinTheBoundsIsRefused(String value) {
        assertThatThrownBy(() -> given(value).number("count", 50, 1, 100))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(RefusedException.Reason.WRONG))
                .hasMessage("'count' is a number from 1 to 100, not '" + value + "'");
    }

    @Test
    void withoutAnUpperBoundNoneIsSaid() {
        assertThatThrownBy(() -> given("-1").number("count", 0, 0, Long.MAX_VALUE))
                .hasMessage("'count' is a number from 0, not '-1'");
    }
}
