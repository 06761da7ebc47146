# Calls the bean Hello on several threads, by one of its interfaces, and prints how long that took.
#
#   java -jar jruby-complete.jar load.rb native|iiop|ws|rs|all [THREADS [CALLS]]
#
# CALLS are those of each thread. SERVER names another server than 127.0.0.1:7003, LIB the folder with the jars; see README.md.
require 'java'
require 'jruby'
require 'net/http'
require 'rexml/document'

way, threads, calls = ARGV
threads = Integer(threads || 20)
calls = Integer(calls || 500)
server = ENV.fetch('SERVER', '127.0.0.1:7003')
host, port = server.split(':')
Dir.glob(File.expand_path('*.jar', ENV.fetch('LIB', File.join(__dir__, 'target/lib')))).each { |jar| require jar }

ANSWER = 'hello world'.freeze
APPLICATION = 'hello-interfaces'.freeze
NAMESPACE = 'http://interfaces.examples.keelson.io/'.freeze

def lookup(factory, url, name)
  java.lang.Thread.current_thread.context_class_loader = JRuby.runtime.jruby_class_loader
  environment = java.util.Properties.new
  environment[javax.naming.Context::INITIAL_CONTEXT_FACTORY] = factory
  environment[javax.naming.Context::PROVIDER_URL] = url
  javax.naming.InitialContext.new(environment).lookup(name)
end

# The native protocol: one stub for all threads, and one connection.
def native(server)
  bean = lookup('io.keelson.client.ContextFactory', "keelson://#{server}",
                "ejb:#{APPLICATION}/hello/Hello!io.keelson.examples.interfaces.HelloRemote")
  -> { bean.hello('world') }
end

# RMI-IIOP: the home is found in the names of the server's CORBA naming service.
def iiop(server)
  java.lang.System.set_property('com.sun.CORBA.ORBUseDynamicStub', 'true')
  found = lookup('com.sun.jndi.cosnaming.CNCtxFactory', "corbaloc::#{server}/NameService", "#{APPLICATION}/hello/Hello")
  home = Java::JavaxRmi::PortableRemoteObject.narrow(found, Java::IoKeelsonExamplesInterfaces::HelloHome.java_class)
  bean = home.create
  -> { bean.hello('world') }
end

# SOAP by what its description says: the address, and the name of the operation's parameter.
def ws(host, port)
  wsdl = REXML::Document.new(Net::HTTP.get(host, '/hello/Hello?wsdl', port))
  address = REXML::XPath.first(wsdl, '//soap:address/@location',
                               'soap' => 'http://schemas.xmlsoap.org/wsdl/soap/')
  abort "the description has no address: #{wsdl}" if address.nil?
  path = URI(address.value).path
  message = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" \
            "<m:hello xmlns:m='#{NAMESPACE}'><name>world</name></m:hello></s:Body></s:Envelope>"
  connected(host, port) do |http|
    answer = http.post(path, message, 'Content-Type' => 'text/xml;charset=UTF-8').body
    REXML::XPath.first(REXML::Document.new(answer), '//return')&.text
  end
end

def rs(host, port)
  connected(host, port) { |http| http.get('/hello-web/rest/hello/world').body }
end

# A connection for each thread, which stays open for all of its calls.
def connected(host, port)
  lambda do
    http = (Thread.current[:http] ||= Net::HTTP.start(host, port))
    yield http
  end
end

def run(way, call, threads, calls)
  began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  wrong = Queue.new
  (1..threads).map do
    Thread.new do
      calls.times do
        answer = call.call
        wrong << answer.inspect unless answer == ANSWER
      rescue StandardError, java.lang.Throwable => e
        wrong << e.inspect
      end
    end
  end.each(&:join)
  seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
  abort "#{way}: #{wrong.size} of #{threads * calls} calls failed; the first: #{wrong.pop}" unless wrong.empty?
  puts format('%-7s %d calls on %d threads: %.3f s', way, threads * calls, threads, seconds)
end

ways = {
  'native' => -> { native(server) },
  'iiop' => -> { iiop(server) },
  'ws' => -> { ws(host, port) },
  'rs' => -> { rs(host, port) }
}
abort 'usage: load.rb native|iiop|ws|rs|all [THREADS [CALLS]]' unless way == 'all' || ways.key?(way)
ways.each { |name, maker| run(name, maker.call, threads, calls) if way == 'all' || way == name }
$stdout.flush
java.lang.System.exit(0) # what calls natively or by RMI-IIOP has threads of its own
