package weather;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.Filter;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

@SpringBootApplication
@EnableScheduling
@EnableAsync
@RestController
public class Application {
    private final AtomicInteger ticks = new AtomicInteger();
    private final Counter asked;

    @Value("${weather.today}")
    private String today;

    public Application(MeterRegistry meters) {
        asked = meters.counter("weather.asked");
    }

    @Bean
    FilterRegistrationBean<Filter> etags() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(new ShallowEtagHeaderFilter());
        registration.addUrlPatterns("/today");
        return registration;
    }

    @GetMapping("/today")
    Map<String, String> today() {
        asked.increment();
        return Map.of("weather", today);
    }

    @GetMapping("/tomorrow")
    CompletableFuture<String> tomorrow() {
        return CompletableFuture.supplyAsync(() -> "wind");
    }

    @GetMapping("/ticks")
    int ticks() {
        return ticks.get();
    }

    @Scheduled(fixedRate = 50)
    void tick() {
        ticks.incrementAndGet();
    }

    @Async
    public void background() {}

    public static void main(String... words) {
        SpringApplication.run(Application.class, words);
    }
}
