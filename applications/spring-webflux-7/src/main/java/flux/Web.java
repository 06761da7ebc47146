package flux;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;
import static org.springframework.web.reactive.function.server.RequestPredicates.POST;

import java.time.Duration;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.FilePart;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Configuration
@EnableWebFlux
public class Web {
    @Bean
    RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(GET("/hello/{name}"), r -> ServerResponse.ok()
                        .bodyValue(Map.of("hello", r.pathVariable("name"))))
                .andRoute(GET("/ticks"), r -> ServerResponse.ok()
                        .contentType(MediaType.TEXT_EVENT_STREAM)
                        .body(Flux.interval(Duration.ofMillis(30)).take(5), Long.class))
                .andRoute(GET("/large"), Web::large)
                .andRoute(POST("/echo"), r -> ServerResponse.ok()
                        .body(r.body(BodyExtractors.toDataBuffers()), DataBuffer.class))
                .andRoute(POST("/count"), r -> r.body(BodyExtractors.toDataBuffers())
                        .map(b -> {
                            int size = b.readableByteCount();
                            DataBufferUtils.release(b);
                            return (long) size;
                        })
                        .reduce(0L, Long::sum)
                        .flatMap(sum -> ServerResponse.ok().bodyValue("counted " + sum)))
                .andRoute(POST("/upload"), Web::upload)
                .andRoute(GET("/session"), r -> r.session().flatMap(s -> {
                    Integer visits = s.getAttributeOrDefault("visits", 0) + 1;
                    s.getAttributes().put("visits", visits);
                    return ServerResponse.ok().bodyValue("visits " + visits);
                }))
                .andRoute(GET("/broken"), r -> Mono.error(new IllegalStateException("broken on purpose")))
                .andRoute(GET("/never"), r -> ServerResponse.ok()
                        .contentType(MediaType.TEXT_EVENT_STREAM)
                        .body(Flux.interval(Duration.ofMillis(20)), Long.class));
    }

    private static Mono<ServerResponse> large(ServerRequest request) {
        String line = "0123456789".repeat(100) + "\n";
        return ServerResponse.ok()
                .contentType(MediaType.TEXT_PLAIN)
                .body(Flux.range(0, 10_000).map(i -> line), String.class);
    }

    private static Mono<ServerResponse> upload(ServerRequest request) {
        return request.multipartData().flatMap(parts -> {
            FilePart file = (FilePart) parts.getFirst("file");
            return DataBufferUtils.join(file.content())
                    .flatMap(b -> ServerResponse.ok().bodyValue(file.filename() + " " + b.readableByteCount()));
        });
    }
}
