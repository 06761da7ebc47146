package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KneeTest {
    @ParameterizedTest
    @ValueSource(ints = {40, 100, 333, 660, 700, 2000, 5000})
    void findsTheMostThatAreWell(int most) throws Exception {
        List<Integer> tried = new ArrayList<>();

        int found = new Knee(0.99).find(660, users -> {
            tried.add(users);
            return users <= most ? 0.995 : 0.90;
        });

        assertThat(found).isBetween((int) (most * 0.93), most);
        assertThat(tried).hasSizeLessThanOrEqualTo(16);
        assertThat(tried.stream().distinct().count()).isEqualTo(tried.size() - 1);
    }

    @Test
    void believesWhatIsIllWhenItIsSoAgain() throws Exception {
        List<Integer> tried = new ArrayList<>();

        int found = new Knee(0.99).find(660, users -> {
            boolean first = tried.isEmpty();
            tried.add(users);
            return !first && users <= 1000 ? 1 : 0;
        });

        assertThat(found).isBetween(930, 1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void saysZeroWhereNotEvenTenAreWell(int most) throws Exception {
        assertThat(new Knee(0.99).find(660, users -> users <= most ? 1 : 0)).isZero();
    }
}
