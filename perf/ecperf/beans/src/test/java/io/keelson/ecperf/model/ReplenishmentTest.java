package io.keelson.ecperf.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplenishmentTest {
    @Test
    void nothingIsBoughtWhileALotIsThereOrOrdered() {
        assertThat(Replenishment.quantity(100, 0, 100)).isZero();
        assertThat(Replenishment.quantity(-50, 150, 100)).isZero();
    }

    @Test
    void elseWholeLotsAreBoughtUntilThereAreTwo() {
        assertThat(Replenishment.quantity(99, 0, 100)).isEqualTo(200);
        assertThat(Replenishment.quantity(0, 0, 100)).isEqualTo(200);
        assertThat(Replenishment.quantity(-1, 0, 100)).isEqualTo(300);
        assertThat(Replenishment.quantity(-150, 200, 100)).isEqualTo(200);
    }

    @Test
    void whatIsBoughtIsEnoughAndNotALotTooMuch() {
        for (int there = -500; there < 100; there++) {
            int bought = Replenishment.quantity(there, 0, 100);
            assertThat(bought % 100).isZero();
            assertThat(there + bought).isBetween(200, 299);
        }
    }
}
