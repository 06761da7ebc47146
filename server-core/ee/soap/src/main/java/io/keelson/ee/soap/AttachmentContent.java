package io.keelson.ee.soap;

import io.keelson.ee.soap.content.XmlContent;
import jakarta.activation.CommandMap;
import jakarta.activation.MailcapCommandMap;
import java.util.List;

/**
 * Registers who reads and writes the content of attachments for a module. SAAJ registers its handlers once, for the first application
 * that has an attachment, and by names that applications could not load. Stateless.
 *
 * <p>Specification: SOAP with Attachments 3.0, AttachmentPart; Activation 2.1, CommandMap.
 */
final class AttachmentContent {
    private static final String HANDLER = ";; x-java-content-handler=";
    private static final String SAAJ = HANDLER + "com.sun.xml.messaging.saaj.soap.";
    private static final String MAIL = HANDLER + "org.eclipse.angus.mail.handlers.";
    private static final List<String> ENTRIES = List.of(
            "text/xml" + HANDLER + XmlContent.class.getName(),
            "application/xml" + HANDLER + XmlContent.class.getName(),
            "text/plain" + MAIL + "text_plain",
            "text/html" + MAIL + "text_html",
            "image/gif" + SAAJ + "GifDataContentHandler",
            "image/jpeg" + SAAJ + "JpegDataContentHandler",
            "image/*" + SAAJ + "ImageDataContentHandler");

    private AttachmentContent() {}

    /** Registers them where the class loader of a module is that of the thread. */
    static void register(ClassLoader module) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(module);
        try {
            if (CommandMap.getDefaultCommandMap() instanceof MailcapCommandMap commands) {
                ENTRIES.forEach(commands::addMailcap);
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
