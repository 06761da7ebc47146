package ws;

import jakarta.jws.HandlerChain;
import jakarta.xml.ws.WebServiceRef;
import java.util.ArrayList;
import java.util.List;
import javax.naming.Context;

/** A client with references to web services. */
public final class Main {
    public static final List<String> LINES = new ArrayList<>();

    @WebServiceRef
    private static GreetingsService service;

    @WebServiceRef(GreetingsService.class)
    private static Greetings port;

    @HandlerChain(file = "quiet.xml")
    @WebServiceRef(GreetingsService.class)
    private static Greetings quiet;

    @HandlerChain(file = "chains.xml")
    @WebServiceRef(GreetingsService.class)
    private static Greetings chosen;

    private static Greetings set;

    private Main() {}

    @WebServiceRef(value = GreetingsService.class, name = "service/set")
    private static void setGreetings(Greetings greetings) {
        set = greetings;
    }

    public static void main(String[] arguments) throws Exception {
        Context names =
                (Context) Class.forName("io.keelson.appclient.ClientContextFactory").getMethod("context").invoke(null);
        LINES.add("service: " + service.getPort(Greetings.class).hello("ann"));
        LINES.add("port: " + port.hello("bob"));
        LINES.add("setter: " + set.hello("cid"));
        LINES.add("name: " + ((Greetings) names.lookup("java:comp/env/service/set")).hello("dan"));
        LINES.add("handlers of the service saw " + Shouting.SEEN.getAndSet(0));
        LINES.add("quiet: " + quiet.hello("eve"));
        LINES.add("none saw " + Shouting.SEEN.getAndSet(0));
        LINES.add("chosen: " + chosen.hello("fay"));
        LINES.add("one of three saw " + Shouting.SEEN.getAndSet(0));
        LINES.add("described: " + ((Greetings) names.lookup("java:comp/env/service/described")).hello("gil"));
        LINES.add("those of the descriptor saw " + Shouting.SEEN.get());
    }
}
