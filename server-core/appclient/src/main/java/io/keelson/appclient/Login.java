package io.keelson.appclient;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.jspecify.annotations.Nullable;

/**
 * Credentials of a client (Jakarta EE Platform 11, EE.10.3.4): the user of the command line, else the one that its callback handler names.
 *
 * @param user null for nobody
 * @param password empty without a user
 */
record Login(@Nullable String user, char[] password) {
    private static final int LONGEST = 4096;

    static Login of(Arguments arguments, @Nullable String handler, ClassLoader loader) throws ClientException {
        String user = arguments.user();
        if (user != null) {
            Path file = arguments.passwordFile();
            return new Login(user, file == null ? asked(user) : firstLine(file));
        }
        return handler == null ? new Login(null, new char[0]) : called(handler, loader);
    }

    private static char[] asked(String user) throws ClientException {
        Console console = System.console();
        if (console == null) {
            throw new ClientException(
                    "there is no terminal to ask for the password of " + user + "; name a file with --password-file");
        }
        char[] password = console.readPassword("Password of %s: ", user);
        if (password == null) {
            throw new ClientException("no password of " + user + " was given");
        }
        return password;
    }

    private static char[] firstLine(Path file) throws ClientException {
        byte[] bytes;
        try {
            if (Files.size(file) > LONGEST) {
                throw new ClientException("the password file " + file + " has more than " + LONGEST + " bytes");
            }
            bytes = Files.readAllBytes(file);
            char[] all = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(java.nio.ByteBuffer.wrap(bytes))
                    .toString()
                    .toCharArray();
            int end = 0;
            while (end < all.length && all[end] != '\n' && all[end] != '\r') {
                end++;
            }
            char[] line = Arrays.copyOf(all, end);
            Arrays.fill(all, '\0');
            Arrays.fill(bytes, (byte) 0);
            return line;
        } catch (IOException e) {
            throw new ClientException("the password file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Login called(String handler, ClassLoader loader) throws ClientException {
        NameCallback name = new NameCallback("User: ");
        PasswordCallback secret = new PasswordCallback("Password: ", false);
        String place = "the callback handler " + handler + " of " + ClientModule.DESCRIPTOR;
        try {
            Object made = loader.loadClass(handler).getDeclaredConstructor().newInstance();
            if (!(made instanceof CallbackHandler called)) {
                throw new ClientException(place + " is no " + CallbackHandler.class.getName());
            }
            called.handle(new Callback[] {name, secret});
        } catch (ReflectiveOperationException | LinkageError | IOException | UnsupportedCallbackException e) {
            throw new ClientException(place + " failed: " + e, e);
        }
        String user = name.getName();
        char[] password = secret.getPassword();
        secret.clearPassword();
        return user == null || user.isEmpty()
                ? new Login(null, new char[0])
                : new Login(user, password == null ? new char[0] : password);
    }

    @Override
    public String toString() {
        return user == null ? "nobody" : user;
    }
}
