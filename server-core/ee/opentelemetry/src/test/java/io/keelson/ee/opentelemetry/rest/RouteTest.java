package io.keelson.ee.opentelemetry.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Path;
import java.net.URI;
import org.junit.jupiter.api.Test;

class RouteTest {
    @Path("/orders/")
    interface Api {
        @Path("{number}")
        String order(int number);
    }

    static class Resource implements Api {
        @Override
        public String order(int number) {
            return "order";
        }

        public String all() {
            return "all";
        }
    }

    static class Sub {
        @Path("lines")
        public String lines() {
            return "lines";
        }
    }

    @Test
    void annotationsOfAnInterfaceCount() throws Exception {
        assertThat(Route.of(Resource.class, Resource.class.getMethod("order", int.class)))
                .contains("/orders/{number}");
        assertThat(Route.of(Resource.class, Resource.class.getMethod("all"))).contains("/orders/");
    }

    @Test
    void aSubResourceHasNoRoute() throws Exception {
        assertThat(Route.of(Sub.class, Sub.class.getMethod("lines"))).isEmpty();
    }

    @Test
    void pathsAreJoinedByOneSlash() {
        assertThat(Route.join("/shop/api/", "/orders/")).isEqualTo("/shop/api/orders");
        assertThat(Route.join("/", "")).isEqualTo("/");
    }

    @Test
    void usersAreNotShown() {
        assertThat(HttpAttributes.withoutUser(URI.create("http://me:secret@host:81/a?b=c")))
                .isEqualTo("http://host:81/a?b=c");
        assertThat(HttpAttributes.withoutUser(URI.create("http://host/a"))).isEqualTo("http://host/a");
        assertThat(HttpAttributes.method("BREW")).isEqualTo("_OTHER");
    }
}
