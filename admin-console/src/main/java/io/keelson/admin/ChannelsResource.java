package io.keelson.admin;

import io.keelson.admin.rest.Addresses;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.net.Channels;
import io.keelson.net.Channels.ListeningChannel;
import io.keelson.net.tls.ChannelTls;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The channels of the server and their certificates: {@code /management/v1/server/channels}. Thread-safe. */
final class ChannelsResource {
    private static final Schema TLS = Schema.object()
            .with("handshakes", Schema.INTEGER)
            .with("failed-handshakes", Schema.INTEGER)
            .with(
                    "certificates",
                    Schema.list(Schema.object()
                            .with("subject", Schema.TEXT)
                            .with("names", Schema.list(Schema.TEXT))
                            .with("issuer", Schema.TEXT)
                            .with("serial-number", Schema.TEXT)
                            .with("not-after", Schema.TEXT)
                            .with("sha-256", Schema.TEXT)));

    /** Those that listen. */
    static final Schema CHANNELS = Schema.list(Schema.object()
            .with("name", Schema.TEXT)
            .with("address", Schema.TEXT)
            .with("protocols", Schema.list(Schema.TEXT))
            .with("admin", Schema.TRUTH)
            .with("secure", Schema.TRUTH)
            .maybe("tls", TLS));

    private final Channels channels;

    ChannelsResource(Channels channels) {
        this.channels = channels;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server/channels", Role.MONITOR, this::list)
                        .says("lists the channels that listen")
                        .answers(200, Schema.object("channels", CHANNELS)),
                Route.of("POST", "server/channels/*/reload-tls", Role.OPERATOR, this::reload)
                        .says("reads certificates, keys and trust of a channel again")
                        .answers(200, TLS));
    }

    private Answer list(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(
                200,
                Answer.JSON.createObjectBuilder().add("channels", listening()).build());
    }

    /** Those that listen, each with its certificates where it has TLS. */
    JsonArrayBuilder listening() {
        JsonArrayBuilder all = Answer.JSON.createArrayBuilder();
        for (ListeningChannel channel : channels.listening()) {
            JsonArrayBuilder protocols = Answer.JSON.createArrayBuilder();
            channel.protocols().forEach(protocols::add);
            JsonObjectBuilder one = Answer.JSON
                    .createObjectBuilder()
                    .add("name", channel.name())
                    .add("address", Addresses.text(channel.address()))
                    .add("protocols", protocols)
                    .add("admin", channel.admin())
                    .add("secure", channel.secure());
            ChannelTls tls = opened(channel.name());
            if (tls != null) {
                one.add("tls", tls(tls));
            }
            all.add(one);
        }
        return all;
    }

    /** Reads what waits for its first client. */
    private @Nullable ChannelTls opened(String channel) {
        try {
            return channels.openTls(channel);
        } catch (IOException e) {
            // Logged by who could not make it.
            return null;
        }
    }

    private static JsonObjectBuilder tls(ChannelTls tls) {
        JsonArrayBuilder certificates = Answer.JSON.createArrayBuilder();
        for (ChannelTls.Certificate certificate : tls.certificates()) {
            JsonArrayBuilder names = Answer.JSON.createArrayBuilder();
            certificate.names().forEach(names::add);
            certificates.add(Answer.JSON
                    .createObjectBuilder()
                    .add("subject", certificate.subject())
                    .add("names", names)
                    .add("issuer", certificate.issuer())
                    .add("serial-number", certificate.serialNumber())
                    .add("not-after", certificate.notAfter().toString())
                    .add("sha-256", certificate.fingerprint()));
        }
        return Answer.JSON
                .createObjectBuilder()
                .add("handshakes", tls.handshakes())
                .add("failed-handshakes", tls.failedHandshakes())
                .add("certificates", certificates);
    }

    private Answer reload(Call call) throws Problem {
        call.query(Set.of());
        try {
            channels.reloadTls(call.variable());
        } catch (IllegalArgumentException e) {
            throw Problem.notFound("There is no channel '" + call.variable() + "' with TLS");
        } catch (IOException e) {
            throw Problem.notDone(
                    422,
                    "Not reloaded",
                    "The channel keeps the certificates, keys and trust that it has: " + e.getMessage(),
                    List.of());
        }
        return Answer.json(
                200, tls(Objects.requireNonNull(channels.tls(call.variable()))).build());
    }
}
