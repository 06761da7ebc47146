package io.keelson.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.http.HttpHeaders;
import org.junit.jupiter.api.Test;

class SessionHintsTest {
    private static HttpHeaders cookies(String... fields) {
        HttpHeaders headers = new HttpHeaders();
        for (String field : fields) {
            headers.add("Cookie", field);
        }
        return headers;
    }

    @Test
    void takesBothServersOfACookieOfWhateverName() {
        assertThat(SessionHints.of("/", cookies("a=b; JSESSIONID=xyz!12!34"))).containsExactly("12", "34");
        assertThat(SessionHints.of("/", cookies("SHOP=\"xyz!12!NONE\""))).containsExactly("12");
        assertThat(SessionHints.of("/", cookies("a=1", "b=q!5!6; c=w!7!5"))).containsExactly("5", "6", "7");
    }

    @Test
    void takesThemFromThePath() {
        HttpHeaders none = new HttpHeaders();
        assertThat(SessionHints.of("/shop/cart;jsessionid=xyz!12!34", none)).containsExactly("12", "34");
        assertThat(SessionHints.of("/a;v=1;jsessionid=xyz%2112%2134/b", none)).containsExactly("12", "34");
        assertThat(SessionHints.of("/a;jsessionid=xyz!12!34", cookies("JSESSIONID=k!56!78")))
                .containsExactly("56", "78", "12", "34");
    }

    @Test
    void takesNothingOfWhatIsNoRoute() {
        assertThat(SessionHints.of(
                        "/;!;=;;x",
                        cookies("a=!12!34", "b=xyz", "c=x!", "d=x!!", "e=x!-1!+2", "f=x!12345678901", "=", ";;", "g")))
                .isEmpty();
    }

    @Test
    void doesNotTakeEndlesslyMany() {
        StringBuilder many = new StringBuilder("a=x!0!0");
        for (int i = 1; i < 500; i++) {
            many.append("; b").append(i).append("=x!").append(i).append('!').append(i + 1000);
        }
        assertThat(SessionHints.of("/", cookies(many.toString()))).hasSize(8);
    }
}
