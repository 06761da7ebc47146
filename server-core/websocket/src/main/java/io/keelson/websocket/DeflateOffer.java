package io.keelson.websocket;

import io.keelson.servlet.spi.SocketSettings;
import io.keelson.websocket.frame.DeflateAgreement;
import jakarta.websocket.Extension;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Agrees on compression (RFC 7692, 7.1).
 *
 * <p>Specification: RFC 7692, 7 The "permessage-deflate" Extension.
 *
 * @param agreement what holds
 * @param answer the extension as the client is told
 */
record DeflateOffer(DeflateAgreement agreement, Extension answer) {
    static final String NAME = "permessage-deflate";

    private static final String SERVER_FORGETS = "server_no_context_takeover";
    private static final String CLIENT_FORGETS = "client_no_context_takeover";
    private static final String SERVER_WINDOW = "server_max_window_bits";
    private static final String CLIENT_WINDOW = "client_max_window_bits";

    /** The first of the client's offers that can be taken. */
    static Optional<DeflateOffer> accept(List<Extension> offers, SocketSettings.Compression mode) {
        if (mode == SocketSettings.Compression.OFF) {
            return Optional.empty();
        }
        return offers.stream()
                .filter(offer -> offer.getName().equals(NAME))
                .flatMap(offer -> take(offer, mode).stream())
                .findFirst();
    }

    private static Optional<DeflateOffer> take(Extension offer, SocketSettings.Compression mode) {
        boolean keeps = mode == SocketSettings.Compression.DEDICATED;
        boolean serverKeeps = keeps;
        boolean clientKeeps = keeps;
        int window = 0;
        Set<String> seen = new HashSet<>();
        for (Extension.Parameter parameter : offer.getParameters()) {
            String value = parameter.getValue() == null ? "" : parameter.getValue();
            boolean known = seen.add(parameter.getName());
            switch (parameter.getName()) {
                case SERVER_FORGETS -> {
                    serverKeeps = false;
                    known &= value.isEmpty();
                }
                case CLIENT_FORGETS -> {
                    clientKeeps = false;
                    known &= value.isEmpty();
                }
                case SERVER_WINDOW -> {
                    window = window(value);
                    known &= window > 0;
                }
                // What the client promises makes no difference here: every window is read.
                case CLIENT_WINDOW -> known &= value.isEmpty() || window(value) > 0;
                default -> known = false;
            }
            if (!known) {
                return Optional.empty();
            }
        }
        return Optional.of(answer(serverKeeps, clientKeeps, window));
    }

    /**
     * Returns the agreement of a client whose offer a server has answered (7.1).
     *
     * @param keepsContext whether the client may hold memory between messages
     * @return empty where the answer breaks the rules
     */
    static Optional<DeflateAgreement> chosen(List<Extension> answers, boolean keepsContext) {
        if (answers.size() != 1 || !answers.get(0).getName().equals(NAME)) {
            return Optional.empty();
        }
        boolean sends = keepsContext;
        boolean receives = true;
        int window = DeflateAgreement.LARGEST_WINDOW;
        Set<String> seen = new HashSet<>();
        for (Extension.Parameter parameter : answers.get(0).getParameters()) {
            String value = parameter.getValue();
            boolean known = seen.add(parameter.getName());
            switch (parameter.getName()) {
                case SERVER_FORGETS -> {
                    receives = false;
                    known &= value.isEmpty();
                }
                case CLIENT_FORGETS -> {
                    sends = false;
                    known &= value.isEmpty();
                }
                case CLIENT_WINDOW -> {
                    window = window(value);
                    known &= window > 0;
                }
                // Every window is read.
                case SERVER_WINDOW -> known &= window(value) > 0;
                default -> known = false;
            }
            if (!known) {
                return Optional.empty();
            }
        }
        return Optional.of(new DeflateAgreement(sends, receives, window));
    }

    /** 8 to 15 without leading zeros; 0 where it is something else. */
    private static int window(String value) {
        return value.matches("[89]|1[0-5]") ? Integer.parseInt(value) : 0;
    }

    private static DeflateOffer answer(boolean serverKeeps, boolean clientKeeps, int window) {
        List<Extension.Parameter> parameters = new ArrayList<>();
        if (!serverKeeps) {
            parameters.add(new OfferedExtension.Value(SERVER_FORGETS, ""));
        }
        if (!clientKeeps) {
            parameters.add(new OfferedExtension.Value(CLIENT_FORGETS, ""));
        }
        if (window > 0) {
            parameters.add(new OfferedExtension.Value(SERVER_WINDOW, String.valueOf(window)));
        }
        return new DeflateOffer(
                new DeflateAgreement(serverKeeps, clientKeeps, window == 0 ? DeflateAgreement.LARGEST_WINDOW : window),
                new OfferedExtension(NAME, List.copyOf(parameters)));
    }
}
