package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BeginStacksTest {
    private final BeginStacks stacks = new BeginStacks();

    private void useUp(String application) {
        for (int i = 0; i < BeginStacks.FIRST; i++) {
            assertThat(stacks.next(application)).isNotNull();
        }
    }

    @Test
    void eachApplicationHasThemAtFirst() {
        useUp("shop");
        assertThat(stacks.next("shop")).isNull();
        assertThat(stacks.next("stock")).isNotNull();
        assertThat(stacks.next(null)).isNotNull();
    }

    @Test
    void oneThatIsLeftOpenBringsThemBack() {
        useUp("shop");
        useUp("stock");
        assertThat(stacks.leftOpen("shop", null)).hasMessageContaining("which its next ones have");
        assertThat(stacks.next("shop")).hasMessage("begun here");
        assertThat(stacks.next("stock")).isNull();
    }

    @Test
    void theStackThatIsThereIsTheOneThatIsSaid() {
        Throwable begun = stacks.next("shop");
        assertThat(stacks.leftOpen("shop", begun)).isSameAs(begun);
    }
}
